// Which worker runs next, and for how long. The policy knows no processes and no clock: its decisions follow from the
// costs of turns that its caller reports. Where costs are effort, the same program gives the same run with one job.
//
// Each worker has a share; the one that has had least for its share is next (stride scheduling: Waldspurger, Weihl), in
// the order of the table where several are equal. Slices begin short, as most programs are easy for some engine, and
// grow. A worker that reports no progress over its last slices (engine_view.progress is the same) has its share
// reduced, down to a floor, until it makes progress again; one that is done has none.
#ifndef CLEW_PORTFOLIO_POLICY_H
#define CLEW_PORTFOLIO_POLICY_H
#include "engine/engine.h"

struct policy;
struct policy *policy_new(uint32_t n, const uint32_t *shares);
void policy_free(struct policy *p);
// The worker to run next, which is from now on running, with the effort of its slice; -1: all are running or done.
int policy_next(struct policy *p, uint64_t *effort);
// Its slice is used up, or it was suspended: what it cost, and how far the engine says it is. Who suspends a worker
// because it took too long says at least the effort of the slice, as others could have used the time.
void policy_used(struct policy *p, uint32_t worker, uint64_t effort, uint64_t progress);
// It will not run again: it ended without a verdict, or died.
void policy_done(struct policy *p, uint32_t worker);
bool policy_is_over(const struct policy *p); // all are done

#endif
