// Facts about every cell of an array, which a state assumes (facts.c): lists, newest first.
#ifndef CLEW_STATE_CELL_FACTS_H
#define CLEW_STATE_CELL_FACTS_H
#include "state/state.h"

struct fact;
void facts_ref(struct fact *f);
void facts_unref(struct fact *f);
void facts_add(struct terms *tm, struct fact **list, struct term formula); // over inputs and a quantified variable
struct term facts_instances(struct terms *tm, const struct fact *facts, struct term condition);

#endif
