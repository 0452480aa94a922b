// Execution of the expanded program forward, on terms, from some points to the next cut points; paths are merged.
//
// What reaches a point that is no cut point waits until everything that leads there has arrived (expansion.h: points
// have an order), is merged and goes on. What reaches a cut point stays there. So the cost is that of the points
// between the cut points, not that of the paths.
#ifndef CLEW_EXPLORE_FORWARD_H
#define CLEW_EXPLORE_FORWARD_H
#include "explore/expansion.h"
#include "state/symbolic.h"

struct forward {
  struct expansion *x;
  struct arena *origins; // of the states; NULL: they are not recorded
  bool counted; // steps count as effort of the run
  double deadline; // 0: none
  // A target whose point the state is at; its condition is not part of the state's path condition. May be NULL.
  void (*hit)(void *context, uint32_t target, const struct symbolic *s);
  // The state reaches a cut point; false: it is to be dropped. May be NULL.
  bool (*arrives)(void *context, struct point cut, const struct symbolic *s);
  void *context;
  struct vec_symbolic *pending; // by point; of a cut point, what has reached it
  unsigned char *passed; // by point: something was executed there, though it may be infeasible
  struct vec_u32 *targets; // by point
  uint32_t waiting, lowest; // states pending at points that are no cut points; no such point has a smaller order
};

// The callbacks are the caller's to set.
void forward_init(struct forward *f, struct expansion *x);
void forward_release(struct forward *f);
// The bump pointer at the entry as a value, not as a condition: so addresses on the heap are constants as far as paths
// agree.
void forward_at_entry(const struct expansion *x, struct symbolic *s);
// All steps from a point, in a state there; what they lead to is pending.
void forward_from(struct forward *f, struct point p, const struct symbolic *s);
// Goes on until nothing waits but at cut points. False: limits or the deadline were reached.
bool forward_run(struct forward *f);
// The states at a cut point, merged; the caller releases them.
struct vec_symbolic forward_take(struct forward *f, struct point cut);
void forward_clear(struct forward *f); // drops pending states
// A target's condition is assumed, too: its path condition, without a store; false: it cannot hold.
bool forward_meet(struct forward *f, uint32_t target, const struct symbolic *s, struct symbolic *out);

#endif
