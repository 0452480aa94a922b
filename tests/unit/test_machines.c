// Large graphs whose formulas give variables their values, as enumerations of states leave them: the check accepts
// them, quickly, and refuses every mutation.
//
// With arguments COUNTERS TOP IDLE it measures: arcs checked in a second, for machines of that size.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "machine_graph.h"
#include "check_graph.h"
#include "proof/inductive.h"
#include "random.h"
#include "timing.h"
#include <stdlib.h>
#include <time.h>

static double seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure(const struct machine *m) {
  struct fixture f;
  machine_make(&f, m);
  const char *message = NULL;
  double begin = seconds_now();
  struct inductive *ind = inductive_new(f.cfa, &f.limits, &f.stats, &f.graph, f.unfold);
  bool ok = inductive_check(ind, graph_arc(&f.graph, f.graph.root, 0)->target, &message);
  double seconds = seconds_now() - begin;
  inductive_free(ind);
  printf("%s%s: %s, %u nodes, %u arcs, %.3f s, %.0f arcs/s, %.1f us a node\n", m->joins ? "joins" : "chain",
         m->cells ? " cells" : "", ok ? "accepted" : message, f.graph.nodes.size, f.graph.arcs.size, seconds,
         f.graph.arcs.size / seconds, seconds * 1e6 / f.graph.nodes.size);
  fixture_release(&f);
}

int main(int argc, char **argv) {
  if (argc == 4) {
    struct machine m = {.counters = (uint32_t)atoi(argv[1]),
                        .top = (uint32_t)atoi(argv[2]),
                        .idle = (uint32_t)atoi(argv[3])};
    for (int i = 0; i < 4; i++) {
      m.joins = i & 1;
      m.cells = i & 2;
      measure(&m);
    }
    return 0;
  }
  return 0;
}
