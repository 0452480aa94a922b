// INTP of Chu, Jaffar, Murali (Lazy Symbolic Execution for Enhanced Learning, figure 4, line 19): a condition on the
// state before a step that is enough for the interpolant after it, by weakest preconditions with strengthening.
//
// For a state s, a step (guard, updates, inputs) and conjuncts Ψ' that hold after the step from s, the result is
// conjuncts R such that s satisfies R, and from every state in R each run of the step ends in Ψ'. The weakest such R is
// guard ⇒ Ψ'[updates] for all inputs. Where s decides a case, the result decides it, too, and has no new case split: of
// guard ⇒ c a smallest part that s entails is kept, and of a disjunction in Ψ' unless it is small. Conditions of ite
// that are constant in s become conjuncts, and so do addresses.
#ifndef CLEW_ENGINE_TRACER_WEAKEST_PRECONDITION_H
#define CLEW_ENGINE_TRACER_WEAKEST_PRECONDITION_H
#include "explore/kernel.h"

struct wp;
struct wp *wp_new(struct run *run);
void wp_free(struct wp *wp);

enum wp_how {
  WP_GUARDED,
  WP_UNGUARDED, // the step is taken without its guard (speculation): R must be enough without it
  WP_SPLIT, // small case splits are kept even where s decides them: for a step whose alternative was speculated about
            // with success, so that R also fits states which decide otherwise
};
// Appends R's conjuncts to `out`. `after`: conjuncts of Ψ' (false: the step cannot be taken from s, which R must
// preserve). False: no such R was found, `out` is as before.
bool wp_step(struct wp *wp, struct state *s, const struct unfold_step *step, enum wp_how how, uint32_t n,
             const struct term *after, struct vec_term *out);
// The condition never holds from R: for unfold_too_large.
bool wp_never(struct wp *wp, struct state *s, struct term condition, uint32_t n_inputs, const struct term *inputs,
              struct vec_term *out);

// Equivalent conjuncts without those that others imply at a glance: of several bounds on a term the tightest, nothing
// that an equation with a constant decides. For conjunctions of several results; one result is that way already.
void wp_merge(struct terms *tm, struct vec_term *conjuncts);
// The term that the formula says is equal to a constant; none if it says anything else.
struct term wp_equated(struct terms *tm, struct term t, struct term *constant);
// A comparison of x + c with a constant as bounds on x, two at most, that imply it and leave out the cases in which the
// sum wraps around otherwise than at value(x), a constant (or none: not known). None: t is no such comparison. The
// bounds hold at this value if t does.
struct term wp_unwrap(struct terms *tm, struct term t, struct term (*value)(void *context, struct term x),
                      void *context);
// The extension of x + c to more bits as that of x, plus c: the same within the bounds on x, which hold at value(x).
// None: t is no such extension.
struct term wp_spread(struct terms *tm, struct term t, struct term (*value)(void *context, struct term x),
                      void *context, struct term *bounds);

#endif
