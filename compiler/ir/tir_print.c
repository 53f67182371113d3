/* tir_print.c - writes TIR as indented text: statements, functions, modules.
 *
 * Arithmetic is infix where Python has an operator for it and a call otherwise; "!" after an operator or a
 * subscript says that it may raise, "~" before a subscript that a negative one counts from the end. */
#include "compiler/ir/tir_print_internal.h"

#include <string.h>

typedef struct Printer {
    NjStrBuf *out;
    unsigned depth;
} Printer;

static const char *const exc_text[] = {
#define EXC(E, name, parent) [NPRT_EXC_##E] = #name,
#include "runtime/exceptions.def"
#undef EXC
    [NPRT_EXC_USER] = "exception"};

/* ---- statements ------------------------------------------------------------------------------- */

static void print_block(Printer *p, const NjTirBlock *block);

static void indent(Printer *p)
{
    nj_strbuf_fill(p->out, ' ', 2u * p->depth);
}

static void print_nested(Printer *p, const NjTirBlock *block)
{
    p->depth++;
    print_block(p, block);
    p->depth--;
}

/* A heading on a line of its own, then a block. */
static void print_section(Printer *p, const char *heading, const NjTirBlock *block)
{
    indent(p);
    nj_strbuf_printf(p->out, "%s\n", heading);
    print_nested(p, block);
}

static void print_loop_place(Printer *p, uint32_t id, NjSpan span)
{
    nj_strbuf_printf(p->out, "  ; loop #%u", id);
    if (span.source)
        nj_strbuf_printf(p->out, " %u:%u", nj_span_line(span), nj_span_column(span));
    nj_strbuf_putc(p->out, '\n');
}

static void print_for(Printer *p, const NjTirStmt *s)
{
    NjStrBuf *out = p->out;
    nj_strbuf_printf(out, "%sfor %s in ",
                     s->as.for_.is_parallel     ? "parallel "
                     : s->as.for_.is_unit_lanes ? "lanes "
                                                : "",
                     s->as.for_.var->name);
    nj_tir_print_expr(out, s->as.for_.start);
    nj_strbuf_puts(out, " .. ");
    nj_tir_print_expr(out, s->as.for_.stop);
    const NjTirExpr *step = s->as.for_.step;
    if (step->kind != NJ_X_CONST_INT || step->as.const_int.value != 1) {
        nj_strbuf_puts(out, " step ");
        nj_tir_print_expr(out, step);
    }
    nj_strbuf_puts(out, s->as.for_.is_cold ? " cold" : "");
    print_loop_place(p, s->as.for_.loop_id, s->span);
    print_nested(p, &s->as.for_.body);
}

static void print_while(Printer *p, const NjTirStmt *s)
{
    nj_strbuf_puts(p->out, "while");
    if (s->as.while_.pre.n) {
        print_loop_place(p, s->as.while_.loop_id, s->span);
        p->depth++;
        print_section(p, "pre", &s->as.while_.pre);
        indent(p);
        nj_strbuf_puts(p->out, "until not ");
        nj_tir_print_expr(p->out, s->as.while_.cond);
        nj_strbuf_putc(p->out, '\n');
        print_block(p, &s->as.while_.body);
        p->depth--;
        return;
    }
    nj_strbuf_putc(p->out, ' ');
    nj_tir_print_expr(p->out, s->as.while_.cond);
    print_loop_place(p, s->as.while_.loop_id, s->span);
    print_nested(p, &s->as.while_.body);
}

static void print_if(Printer *p, const NjTirStmt *s)
{
    nj_strbuf_puts(p->out, "if ");
    nj_tir_print_expr(p->out, s->as.if_.cond);
    nj_strbuf_putc(p->out, '\n');
    print_nested(p, &s->as.if_.then_block);
    if (s->as.if_.else_block.n)
        print_section(p, "else", &s->as.if_.else_block);
}

static void print_try(Printer *p, const NjTirStmt *s)
{
    nj_strbuf_puts(p->out, "try\n");
    print_nested(p, &s->as.try_.body);
    const char *name = s->as.try_.exc ? s->as.try_.exc->name : "_";
    print_section(p, nj_arena_printf(p->out->arena, "except %s", name), &s->as.try_.handler);
}

static void print_check(Printer *p, const NjTirStmt *s)
{
    nj_strbuf_puts(p->out, "check ");
    nj_tir_print_expr(p->out, s->as.check.cond);
    int kind = s->as.check.exc < NPRT_EXC_USER ? (int)s->as.check.exc : (int)NPRT_EXC_USER;
    nj_strbuf_printf(p->out, " else %s ", exc_text[kind]);
    nj_tir_print_text(p->out, s->as.check.format, (uint32_t)strlen(s->as.check.format));
    for (uint32_t i = 0; i < s->as.check.n; i++) {
        nj_strbuf_puts(p->out, ", ");
        nj_tir_print_expr(p->out, s->as.check.args[i]);
    }
    nj_strbuf_putc(p->out, '\n');
}

static void print_value_line(Printer *p, const char *text, const NjTirExpr *value)
{
    nj_strbuf_puts(p->out, text);
    if (value)
        nj_tir_print_expr(p->out, value);
    nj_strbuf_putc(p->out, '\n');
}

/* "place = value" of the statements that store; the place is printed by the caller. */
static void print_stored(Printer *p, const NjTirExpr *value)
{
    print_value_line(p, " = ", value);
}

static void print_stmt(Printer *p, const NjTirStmt *s)
{
    NjStrBuf *out = p->out;
    if (s->kind == NJ_S_BLOCK) {
        print_section(p, "block", &s->as.block);
        return;
    }
    indent(p);
    switch (s->kind) {
    case NJ_S_ASSIGN:
        nj_strbuf_puts(out, s->as.assign.local->name);
        print_stored(p, s->as.assign.value);
        return;
    case NJ_S_GLOBAL_SET:
        nj_strbuf_printf(out, "@%s", s->as.global_set.global->name);
        print_stored(p, s->as.global_set.value);
        return;
    case NJ_S_STORE:
        nj_tir_print_element(out, s->as.store.base, s->as.store.subs, s->as.store.n);
        print_stored(p, s->as.store.value);
        return;
    case NJ_S_ARRAY_STORE:
        nj_strbuf_puts(out, "store ");
        nj_tir_print_expr(out, s->as.array_store.view);
        print_stored(p, s->as.array_store.value);
        return;
    case NJ_S_LIST_SET:
        nj_tir_print_element(out, s->as.list_set.base, &s->as.list_set.sub, 1);
        print_stored(p, s->as.list_set.value);
        return;
    case NJ_S_FIELD_SET:
        nj_tir_print_field(out, s->as.field_set.base, s->as.field_set.index);
        print_stored(p, s->as.field_set.value);
        return;
    case NJ_S_CELL_SET:
        nj_tir_print_apply(out, "cell", &s->as.cell_set.cell, 1);
        print_stored(p, s->as.cell_set.value);
        return;
    case NJ_S_EXPR:
        print_value_line(p, "", s->as.expr.value);
        return;
    case NJ_S_IF:
        print_if(p, s);
        return;
    case NJ_S_FOR:
        print_for(p, s);
        return;
    case NJ_S_WHILE:
        print_while(p, s);
        return;
    case NJ_S_BREAK:
        nj_strbuf_puts(out, "break\n");
        return;
    case NJ_S_CONTINUE:
        nj_strbuf_puts(out, "continue\n");
        return;
    case NJ_S_RETURN:
        print_value_line(p, s->as.ret.value ? "return " : "return", s->as.ret.value);
        return;
    case NJ_S_RAISE:
        print_value_line(p, s->as.raise.is_reraise ? "reraise " : "raise ", s->as.raise.exc);
        return;
    case NJ_S_CHECK:
        print_check(p, s);
        return;
    case NJ_S_TRY:
        print_try(p, s);
        return;
    case NJ_S_BARRIER:
        nj_strbuf_puts(out, "barrier\n");
        return;
    case NJ_S_BLOCK:
    case NJ_S_COUNT:
        return;
    }
}

static void print_block(Printer *p, const NjTirBlock *block)
{
    for (uint32_t i = 0; i < block->n; i++)
        print_stmt(p, block->items[i]);
}

void nj_tir_print_stmt(NjStrBuf *out, const NjTirStmt *stmt, unsigned depth)
{
    Printer p = {out, depth};
    print_stmt(&p, stmt);
}

/* ---- functions and modules -------------------------------------------------------------------- */

static void print_heading(NjStrBuf *out, const NjTirFn *fn)
{
    nj_strbuf_printf(out, "fn %s(", fn->name);
    for (uint32_t i = 0; i < fn->n_params; i++) {
        nj_strbuf_printf(out, "%s%s: ", i ? ", " : "", fn->params[i]->name);
        nj_tir_print_type(out, fn->params[i]->type);
    }
    nj_strbuf_puts(out, ") -> ");
    if (fn->result)
        nj_tir_print_type(out, fn->result);
    else
        nj_strbuf_putc(out, '?');
    nj_strbuf_puts(out, "  ; ");
    if (fn->span.source)
        nj_strbuf_printf(out, "%s:%u, ", fn->span.source->path, nj_span_line(fn->span));
    nj_strbuf_printf(out, "%s model%s%s%s\n", fn->model == NJ_MODEL_NUMBA ? "numba" : "numpy",
                     fn->fastmath ? ", fastmath" : "", fn->bounds_check ? "" : ", unchecked",
                     fn->may_raise ? "" : ", never raises");
}

/* One line per type, its locals in order of creation. */
static void print_locals(NjStrBuf *out, const NjTirFn *fn)
{
    for (uint32_t i = 0; i < fn->n_locals; i++) {
        const NjType *t = fn->locals[i]->type;
        bool is_first = !fn->locals[i]->is_param;
        for (uint32_t k = 0; k < i && is_first; k++)
            is_first = fn->locals[k]->is_param || fn->locals[k]->type != t;
        if (!is_first)
            continue;
        nj_strbuf_puts(out, "  var ");
        for (uint32_t k = i, n = 0; k < fn->n_locals; k++)
            if (fn->locals[k]->type == t && !fn->locals[k]->is_param)
                nj_strbuf_printf(out, "%s%s", n++ ? ", " : "", fn->locals[k]->name);
        nj_strbuf_puts(out, ": ");
        nj_tir_print_type(out, t);
        nj_strbuf_putc(out, '\n');
    }
}

void nj_tir_print_fn(NjStrBuf *out, const NjTirFn *fn)
{
    print_heading(out, fn);
    print_locals(out, fn);
    Printer p = {out, 1};
    print_block(&p, &fn->body);
}

void nj_tir_print_module(NjStrBuf *out, const NjTirModule *module)
{
    for (uint32_t i = 0; i < module->n_globals; i++) {
        nj_strbuf_printf(out, "global @%s: ", module->globals[i]->name);
        nj_tir_print_type(out, module->globals[i]->type);
        nj_strbuf_putc(out, '\n');
    }
    bool has_printed = module->n_globals > 0, saw_main = false;
    for (uint32_t i = 0; i < module->n_fns; i++) {
        saw_main |= module->fns[i] == module->main;
        nj_strbuf_puts(out, has_printed ? "\n" : "");
        nj_tir_print_fn(out, module->fns[i]);
        has_printed = true;
    }
    if (module->main && !saw_main) {
        nj_strbuf_puts(out, has_printed ? "\n" : "");
        nj_tir_print_fn(out, module->main);
    }
}
