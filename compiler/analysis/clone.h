/* clone.h - copies of statements, numbers of loops: what passes that build loops share. */
#ifndef NJ_COMPILER_ANALYSIS_CLONE_H
#define NJ_COMPILER_ANALYSIS_CLONE_H

#include "compiler/ir/tir.h"

/* Locals stay shared: a copy works on the same variables. */
NjTirStmt *nj_tir_clone_stmt(NjArena *arena, const NjTirStmt *s);
NjTirBlock nj_tir_clone_block(NjArena *arena, const NjTirBlock *block);

/* Numbers the loops of every function from 0 on, in order of the text. */
void nj_tir_number_loops(NjTirModule *module);

#endif
