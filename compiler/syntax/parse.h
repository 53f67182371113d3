#ifndef NPJIT_COMPILER_SYNTAX_PARSE_H
#define NPJIT_COMPILER_SYNTAX_PARSE_H

/* Source to AST: the full grammar of Python 3.13. */

#include "compiler/support/unit.h"
#include "compiler/syntax/ast.h"

/* Parses a whole file. NULL when there are syntax errors, which are then reported in `u` with
 * CPython's words ("SyntaxError: '(' was never closed"). The module lives in the source's arena;
 * its names in the unit's interner. Nesting is bounded: any walk over the tree recurses at most
 * NJ_MAX_AST_DEPTH deep. */
NjModule *nj_parse(NjUnit *u, NjSource *source);

/* The greatest depth of a tree that nj_parse returns, in nodes. */
#define NJ_MAX_AST_DEPTH 2000

#endif
