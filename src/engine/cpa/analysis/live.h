// Which variables can still matter at a location: strongly live variables, of the whole program.
//
// A variable is live where its value may be read before it is written on a way to a guard, an argument of one or the
// size of an object; what is read only to compute values that are not live does not count. Values of the others need
// not keep states apart. Calls are not told apart: what is live after one call of a function is live at the function's
// exit whoever called it. The locals of frames further out are live as they are after the call.
#ifndef CLEW_ENGINE_CPA_ANALYSIS_LIVE_H
#define CLEW_ENGINE_CPA_ANALYSIS_LIVE_H
#include "cfa/cfa.h"

struct live;
struct live *live_new(const struct cfa *cfa);
void live_free(struct live *l);
// A global, or a local of the location's function.
bool live_at(const struct live *l, struct location location, uint32_t var);
bool live_heap_at(const struct live *l, struct location location); // the bump pointer
// A local of the function that calls, while the callee runs.
bool live_after_call(const struct live *l, struct edge call, uint32_t var);

#endif
