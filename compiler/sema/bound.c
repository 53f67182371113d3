/* bound.c - which names a statement binds, nested functions and comprehensions excluded.
 *
 * Loops and try statements ask: those are the variables whose types may change on the way round. The
 * answer is cached per statement. */
#include "compiler/sema/program.h"

#include <string.h>

typedef struct Collector {
    NjArena *arena;
    NjNameSet *set;
} Collector;

static void collect_block(Collector *c, NjBlock block);

static void add(Collector *c, const NjName *name)
{
    NjNameSet *set = c->set;
    for (uint32_t i = 0; i < set->n; i++)
        if (set->items[i] == name)
            return;
    if (set->n == set->cap) {
        uint32_t cap = set->cap ? set->cap * 2 : 8;
        const NjName **grown = NJ_NEW_ARRAY(c->arena, const NjName *, cap);
        if (set->n)
            memcpy(grown, set->items, set->n * sizeof *grown);
        set->items = grown;
        set->cap = cap;
    }
    set->items[set->n++] = name;
}

static void collect_target(Collector *c, const NjExpr *e)
{
    if (e->kind == NJ_EXPR_NAME) {
        add(c, e->as.name.name);
    } else if (e->kind == NJ_EXPR_TUPLE || e->kind == NJ_EXPR_LIST) {
        NjExprs elts = e->kind == NJ_EXPR_TUPLE ? e->as.tuple.elts : e->as.list.elts;
        for (uint32_t i = 0; i < elts.n; i++)
            collect_target(c, elts.items[i]);
    } else if (e->kind == NJ_EXPR_STARRED) {
        collect_target(c, e->as.starred.value);
    }
}

/* Only `:=` binds inside an expression. */
static void collect_expr(Collector *c, const NjExpr *e)
{
    if (!e)
        return;
    switch (e->kind) {
    case NJ_EXPR_NAMED_EXPR:
        collect_target(c, e->as.named_expr.target);
        collect_expr(c, e->as.named_expr.value);
        return;
    case NJ_EXPR_BOOL_OP:
        for (uint32_t i = 0; i < e->as.bool_op.values.n; i++)
            collect_expr(c, e->as.bool_op.values.items[i]);
        return;
    case NJ_EXPR_BIN_OP:
        collect_expr(c, e->as.bin_op.lhs);
        collect_expr(c, e->as.bin_op.rhs);
        return;
    case NJ_EXPR_UNARY_OP:
        collect_expr(c, e->as.unary_op.operand);
        return;
    case NJ_EXPR_COMPARE:
        collect_expr(c, e->as.compare.left);
        for (uint32_t i = 0; i < e->as.compare.comparators.n; i++)
            collect_expr(c, e->as.compare.comparators.items[i]);
        return;
    case NJ_EXPR_CALL:
        for (uint32_t i = 0; i < e->as.call.args.n; i++)
            collect_expr(c, e->as.call.args.items[i]);
        for (uint32_t i = 0; i < e->as.call.keywords.n; i++)
            collect_expr(c, e->as.call.keywords.items[i]->value);
        return;
    case NJ_EXPR_IF_EXP:
        collect_expr(c, e->as.if_exp.test);
        collect_expr(c, e->as.if_exp.body);
        collect_expr(c, e->as.if_exp.orelse);
        return;
    case NJ_EXPR_SUBSCRIPT:
        collect_expr(c, e->as.subscript.value);
        collect_expr(c, e->as.subscript.index);
        return;
    case NJ_EXPR_LIST_COMP:
        collect_expr(c, e->as.list_comp.elt);
        for (uint32_t i = 0; i < e->as.list_comp.generators.n; i++)
            for (uint32_t k = 0; k < e->as.list_comp.generators.items[i]->ifs.n; k++)
                collect_expr(c, e->as.list_comp.generators.items[i]->ifs.items[k]);
        return;
    case NJ_EXPR_GENERATOR_EXP:
        collect_expr(c, e->as.generator_exp.elt);
        for (uint32_t i = 0; i < e->as.generator_exp.generators.n; i++)
            for (uint32_t k = 0; k < e->as.generator_exp.generators.items[i]->ifs.n; k++)
                collect_expr(c, e->as.generator_exp.generators.items[i]->ifs.items[k]);
        return;
    default:
        return;
    }
}

static void collect_pattern(Collector *c, const NjPattern *p)
{
    switch (p->kind) {
    case NJ_PATTERN_SEQUENCE:
        for (uint32_t i = 0; i < p->as.sequence.patterns.n; i++)
            collect_pattern(c, p->as.sequence.patterns.items[i]);
        return;
    case NJ_PATTERN_MAPPING:
        for (uint32_t i = 0; i < p->as.mapping.patterns.n; i++)
            collect_pattern(c, p->as.mapping.patterns.items[i]);
        if (p->as.mapping.rest)
            add(c, p->as.mapping.rest);
        return;
    case NJ_PATTERN_CLASS:
        for (uint32_t i = 0; i < p->as.cls.patterns.n; i++)
            collect_pattern(c, p->as.cls.patterns.items[i]);
        for (uint32_t i = 0; i < p->as.cls.kwd_patterns.n; i++)
            collect_pattern(c, p->as.cls.kwd_patterns.items[i]);
        return;
    case NJ_PATTERN_STAR:
        if (p->as.star.name)
            add(c, p->as.star.name);
        return;
    case NJ_PATTERN_AS:
        if (p->as.as.pattern)
            collect_pattern(c, p->as.as.pattern);
        if (p->as.as.name)
            add(c, p->as.as.name);
        return;
    case NJ_PATTERN_OR:
        for (uint32_t i = 0; i < p->as.or_.patterns.n; i++)
            collect_pattern(c, p->as.or_.patterns.items[i]);
        return;
    default:
        return;
    }
}

static void collect_with(Collector *c, const NjStmt *s)
{
    for (uint32_t i = 0; i < s->as.with.items.n; i++)
        if (s->as.with.items.items[i]->target)
            collect_target(c, s->as.with.items.items[i]->target);
    collect_block(c, s->as.with.body);
}

static void collect_match(Collector *c, const NjStmt *s)
{
    collect_expr(c, s->as.match.subject);
    for (uint32_t i = 0; i < s->as.match.cases.n; i++) {
        collect_pattern(c, s->as.match.cases.items[i]->pattern);
        collect_expr(c, s->as.match.cases.items[i]->guard);
        collect_block(c, s->as.match.cases.items[i]->body);
    }
}

static void collect_try(Collector *c, const NjStmt *s)
{
    collect_block(c, s->as.try_block.body);
    for (uint32_t i = 0; i < s->as.try_block.handlers.n; i++) {
        if (s->as.try_block.handlers.items[i]->name)
            add(c, s->as.try_block.handlers.items[i]->name);
        collect_block(c, s->as.try_block.handlers.items[i]->body);
    }
    collect_block(c, s->as.try_block.orelse);
    collect_block(c, s->as.try_block.finalbody);
}

static void collect_stmt(Collector *c, const NjStmt *s)
{
    switch (s->kind) {
    case NJ_STMT_FUNCTION_DEF:
        add(c, s->as.function_def.name);
        return;
    case NJ_STMT_CLASS_DEF:
        add(c, s->as.class_def.name);
        return;
    case NJ_STMT_DELETE:
        for (uint32_t i = 0; i < s->as.del.targets.n; i++)
            collect_target(c, s->as.del.targets.items[i]);
        return;
    case NJ_STMT_ASSIGN:
        for (uint32_t i = 0; i < s->as.assign.targets.n; i++)
            collect_target(c, s->as.assign.targets.items[i]);
        collect_expr(c, s->as.assign.value);
        return;
    case NJ_STMT_AUG_ASSIGN:
        collect_target(c, s->as.aug_assign.target);
        collect_expr(c, s->as.aug_assign.value);
        return;
    case NJ_STMT_ANN_ASSIGN:
        collect_target(c, s->as.ann_assign.target);
        collect_expr(c, s->as.ann_assign.value);
        return;
    case NJ_STMT_FOR:
        collect_target(c, s->as.for_loop.target);
        collect_expr(c, s->as.for_loop.iter);
        collect_block(c, s->as.for_loop.body);
        collect_block(c, s->as.for_loop.orelse);
        return;
    case NJ_STMT_WHILE:
        collect_expr(c, s->as.while_loop.test);
        collect_block(c, s->as.while_loop.body);
        collect_block(c, s->as.while_loop.orelse);
        return;
    case NJ_STMT_IF:
        collect_expr(c, s->as.if_else.test);
        collect_block(c, s->as.if_else.body);
        collect_block(c, s->as.if_else.orelse);
        return;
    case NJ_STMT_WITH:
        collect_with(c, s);
        return;
    case NJ_STMT_MATCH:
        collect_match(c, s);
        return;
    case NJ_STMT_TRY:
        collect_try(c, s);
        return;
    case NJ_STMT_EXPR:
        collect_expr(c, s->as.expr.value);
        return;
    case NJ_STMT_RETURN:
        collect_expr(c, s->as.ret.value);
        return;
    case NJ_STMT_IMPORT:
    case NJ_STMT_IMPORT_FROM: {
        const NjAliases *names =
            s->kind == NJ_STMT_IMPORT ? &s->as.import.names : &s->as.import_from.names;
        for (uint32_t i = 0; i < names->n; i++)
            add(c, names->items[i]->asname ? names->items[i]->asname : names->items[i]->name);
        return;
    }
    default:
        return;
    }
}

static void collect_block(Collector *c, NjBlock block)
{
    for (uint32_t i = 0; i < block.n; i++)
        collect_stmt(c, block.items[i]);
}

const NjNameSet *nj_bound_names(const NjModuleInfo *module, const NjStmt *stmt)
{
    NjModuleInfo *m = (NjModuleInfo *)module; /* the cache is its only mutable part */
    NjNameSet *set = nj_map_get(&m->loop_vars, stmt);
    if (set)
        return set;
    NjArena *arena = m->ast->source->arena;
    set = NJ_NEW(arena, NjNameSet);
    Collector c = {arena, set};
    collect_stmt(&c, stmt);
    nj_map_put(arena, &m->loop_vars, stmt, set);
    return set;
}
