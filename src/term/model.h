// Models: values for variables, and evaluation of terms under them.
//
// A model maps variables to constant terms; a variable without a value is
// zero (false, +0.0, the all-zero array). Evaluation is memoised in the model,
// so that evaluating a term that shares most of its structure with earlier
// ones costs what is new. Reference counted; once shared (model_ref) a model must not be changed.
#ifndef CLEW_TERM_MODEL_H
#define CLEW_TERM_MODEL_H
#include "term/term.h"

struct model;

struct model *model_new(struct terms *tm);
struct model *model_ref(struct model *m);
void model_unref(struct model *m);                // NULL is fine
void model_set(struct model *m, struct term var, struct term value);
bool model_has(const struct model *m, struct term var);
struct term model_get(struct model *m, struct term var);  // the value or the sort's zero
// A new model: `over` where it has a value, otherwise `under`. Either may be NULL.
struct model *model_merge(struct terms *tm, struct model *under, struct model *over);
struct term model_eval(struct model *m, struct term t);   // a constant
bool model_holds(struct model *m, struct term formula);
// Of its memo and of the values that it shares with no other.
size_t model_own_bytes(const struct model *m);
// By ascending id.
void model_each(struct model *m, void (*each)(void *context, struct term var, struct term value), void *context);
struct term term_zero(struct terms *tm, struct sort s);

#endif
