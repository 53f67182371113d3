/* np_random_internal.h - what the handlers of numpy.random and of the random module share.
 *
 * Generators have the type NJ_T_RNG; objects of the other classes (RandomState, random.Random, seed
 * sequences, bit generators) are opaque handles with an id of their own, so that each has its methods.
 * The methods of these are the functions of a module, called with the object in NjCall.self; without one
 * a function draws from the module's own state. */
#ifndef NJ_COMPILER_FUNCS_NP_RANDOM_INTERNAL_H
#define NJ_COMPILER_FUNCS_NP_RANDOM_INTERNAL_H

#include "compiler/funcs/np_internal.h"
#include "runtime/random_api.h"

/* The type of an object of the class, and back. */
const NjType *nj_random_type(NjWalk *w, int64_t class);
int64_t nj_random_class(const NjType *type);

/* The object a call draws from: its receiver, else the state of the module (NPRT_RANDOM_STATE or
 * NPRT_RANDOM_STD). */
NjVal nj_random_object(NjWalk *w, const NjCall *c, NprtRandomClass module);
/* Does it draw as RandomState does? */
bool nj_random_is_legacy(NjVal object);

/* size=: None or the extents as a tuple, for a runtime call. */
typedef struct NjRandomSize {
    NjVal value;
    bool is_given;
    uint32_t ndim;
} NjRandomSize;
/* False after an error. `arg` may be missing. */
bool nj_random_size(NjWalk *w, NjVal arg, NjSpan span, NjRandomSize *out);

/* A value that decides the seed, as random_new and random_seed take it; `*out_flags` is
 * NPRT_RANDOM_WORDS for a large int. */
NjVal nj_random_seed_arg(NjWalk *w, NjVal arg, NjSpan span, int64_t *out_flags);
/* A new object of the class from a seed argument. */
NjVal nj_random_new(NjWalk *w, int64_t class, NjVal seed, NjSpan span);

/* Draws of a distribution with the parameters (of any numeric types). */
NjVal nj_random_draw(NjWalk *w, NjVal object, NprtRandomDist dist, const NjVal *params, NjVal size,
                     NjSpan span);

/* May the items of this type be an array's? */
bool nj_random_is_numeric(const NjType *type);

/* nj_rtcall with values: the i-th argument is args[i]. */
NjVal nj_random_call(NjWalk *w, NjRtId id, const NjType *type, NjSpan span, const NjVal *args, uint32_t n);

#endif
