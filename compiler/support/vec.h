#ifndef NPJIT_COMPILER_SUPPORT_VEC_H
#define NPJIT_COMPILER_SUPPORT_VEC_H

/* Growable array of any type in an arena. A zeroed vector is a valid empty one:
 *
 *     typedef NJ_VEC(NjExpr *) NjExprVec;
 *     NjExprVec v = {0};
 *     nj_vec_push(arena, &v, e);
 *     for (uint32_t i = 0; i < v.n; i++)
 *         visit(v.items[i]);
 *
 * Growing copies, so pointers into `items` die with the next push. The arguments of the macros are
 * evaluated more than once, except the value pushed. */

#include "compiler/support/arena.h"

#define NJ_VEC(type)                                                                               \
    struct {                                                                                       \
        type *items;   /* arena */                                                                 \
        uint32_t n;    /* how many are in use */                                                   \
        uint32_t room; /* how many fit */                                                          \
    }

/* Returns a larger copy of `items` and doubles `*room`. Only for the macros below. */
void *nj_vec_grow(NjArena *arena, void *items, uint32_t *room, uint32_t needed, size_t item_size);

/* Makes sure that `count` items fit without growing. */
#define nj_vec_reserve(arena, v, count)                                                            \
    ((count) > (v)->room ? (void)((v)->items = nj_vec_grow((arena), (v)->items, &(v)->room,        \
                                                           (count), sizeof *(v)->items))           \
                         : (void)0)

#define nj_vec_push(arena, v, value)                                                               \
    (nj_vec_reserve((arena), (v), (v)->n + 1), (void)((v)->items[(v)->n++] = (value)))

/* Removes and gives the last item; gives the last item. The vector must not be empty. */
#define nj_vec_pop(v)  ((v)->items[--(v)->n])
#define nj_vec_last(v) ((v)->items[(v)->n - 1])

/* Empties the vector and keeps its memory. */
#define nj_vec_clear(v) ((void)((v)->n = 0))

#endif
