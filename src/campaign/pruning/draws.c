// See draws.h.
#include "campaign/pruning/draws.h"
#include "base/memory/alloc.h"
#include "graph/draw.h"
#include <string.h>

// --- drawing ------------------------------------------------------------------------------

// Equal paths are found by their hash, then compared.
static void draw_all(struct pruning *p, int from, uint32_t n, struct draws *d) {
  struct dice dice;
  struct map_u32 seen = {0};  // hash → path + 1
  dice_init(&dice, hash_mix((uint64_t)p->job->request->options.seed, (uint64_t)from));
  for (uint32_t i = 0; i < n && !limits_stopped(&p->job->limits); i++) {
    struct drawn_path path = {.same_as = UINT32_MAX};
    if (!draw_path(&dice, p->job->program.cfa, p->unfold, p->black, from == DRAWN_PRUNED ? p->red : NULL, &path.edges))
      break;
    uint64_t hash = hash_bytes(path.edges.data, path.edges.size * sizeof *path.edges.data) >> 1;
    uint32_t before = map_u32_get_or(&seen, hash, 0);
    if (before) {
      const struct vec_edge *a = &d->paths.data[before - 1].edges, *b = &path.edges;
      if (a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size * sizeof *a->data)))
        path.same_as = before - 1;
    } else {
      map_u32_put(&seen, hash, i + 1);
    }
    vec_drawn_path_push(&d->paths, path);
  }
  map_u32_release(&seen);
}

// --- feasibility ----------------------------------------------------------------------------

static void decide(struct pruning *p, struct drawn_path *path) {
  struct state *end;
  path->answer = path_feasible(&p->replay, path->edges.size, path->edges.data, &end, &path->reason);
  if (path->answer != ANSWER_SAT) return;
  state_input_values(end, &path->inputs);
  // Nothing is said that a run does not show.
  if (!path_is_taken(p->search.program, path->inputs.size, path->inputs.data, path->edges.size, path->edges.data)) {
    path->answer = ANSWER_UNKNOWN;
    path->reason = REASON_UNCONFIRMED;
  }
  state_free(end);
}

static void copy_decision(struct drawn_path *path, const struct drawn_path *from) {
  path->answer = from->answer;
  path->reason = from->reason;
  for (uint32_t i = 0; i < from->inputs.size; i++) vec_input_value_push(&path->inputs, from->inputs.data[i]);
}

// False: the run is to stop; the path does not count.
static bool decide_path(struct pruning *p, struct draws *d, uint32_t i) {
  struct drawn_path *path = &d->paths.data[i];
  if (path->same_as != UINT32_MAX) copy_decision(path, &d->paths.data[path->same_as]);
  else decide(p, path);
  if (limits_stopped(&p->job->limits)) return false;
  d->checked++;
  p->job->stats.paths++;
  if (path->answer == ANSWER_SAT) d->feasible++;
  else if (path->answer == ANSWER_UNSAT) d->infeasible++;
  else d->unknown++;
  if (path->answer == ANSWER_SAT && path->same_as == UINT32_MAX) d->different++;
  return true;
}

// In turns, so that a run that is stopped has decided as many paths of the one graph as of the other.
static void decide_all(struct pruning *p, struct draws d[DRAWN_FROM]) {
  uint32_t most = d[0].paths.size > d[1].paths.size ? d[0].paths.size : d[1].paths.size;
  double next = 0;
  for (uint32_t i = 0; i < most; i++) {
    for (int from = 0; from < DRAWN_FROM; from++)
      if (i < d[from].paths.size && !decide_path(p, &d[from], i)) return;
    if (!p->job->progress.wanted || clock_now() < next) continue;
    next = clock_now() + 0.05;
    job_progress(p->job, &p->job->stats, p->graph.length);
  }
}

// --- both graphs ----------------------------------------------------------------------------

void draws_make(struct pruning *p, struct draws d[DRAWN_FROM]) {
  for (int from = 0; from < DRAWN_FROM; from++) draw_all(p, from, p->job->request->options.draw, &d[from]);
  decide_all(p, d);
}

bool draws_are_kept(const struct pruning *p, const struct draws *d) {
  for (uint32_t i = 0; i < d->checked; i++) {
    const struct drawn_path *path = &d->paths.data[i];
    if (path->answer == ANSWER_SAT && !flow_contains(&p->flow, path->edges.size, path->edges.data)) return false;
  }
  return true;
}

void draws_release(struct draws *d) {
  for (uint32_t i = 0; i < d->paths.size; i++) {
    vec_edge_release(&d->paths.data[i].edges);
    vec_input_value_release(&d->paths.data[i].inputs);
    mem_free(d->paths.data[i].test);
  }
  vec_drawn_path_release(&d->paths);
}
