// The chain of providers: asks, checks, combines, simplifies.
//
// What providers offer is collected by cut. A sequence is one offer for each cut such that every part of the path leads
// from one to the next; offers of several providers may be mixed. Only sequences all of whose parts the solver has
// confirmed are given out.
#include "solve/solver.h"
#include "solve/interpolate/interpolator.h"
#include <assert.h>
#include <stdlib.h>

static provider_function *const providers[PROVIDER_COUNT] = {
    [PROVIDER_WEAKEST] = provide_weakest, [PROVIDER_STRONGEST] = provide_strongest,
    [PROVIDER_FARKAS] = provide_farkas,   [PROVIDER_RELATIONS] = provide_relations,
    [PROVIDER_SPACER] = provide_spacer,
};

const char *provider_name(enum provider p) {
  static const char *const names[PROVIDER_COUNT] = {
#define PROVIDER(id, name, summary) name,
#include "solve/interpolate/providers.def"
#undef PROVIDER
  };
  return p < PROVIDER_COUNT ? names[p] : "none";
}

struct interpolator *interpolator_new(struct terms *tm, struct limits *limits, struct stats *stats,
                                      const struct interpolator_config *config) {
  struct interpolator *ip = mem_zalloc(1, sizeof *ip);
  ip->tm = tm;
  ip->limits = limits;
  ip->stats = stats;
  ip->config = *config;
  struct solver_config solver = {.backend = config->backend, .caches = true};
  ip->solver = solver_new(tm, limits, stats, &solver);
  return ip;
}

void interpolator_free(struct interpolator *ip) {
  if (!ip) return;
  interpolator_forget(ip);
  vec_ptr_release(&ip->segments);
  map_u32_release(&ip->names);
  map_u32_release(&ip->scratch);
  solver_free(ip->solver);
  mem_free(ip);
}

bool interpolator_stopped(const struct interpolator *ip) {
  return limits_stopped(ip->limits) || (ip->deadline > 0 && clock_cpu() > ip->deadline);
}

enum reason interpolator_reason(const struct interpolator *ip) { return ip->reason; }
const struct provider_record *interpolator_records(const struct interpolator *ip) { return ip->records; }

// --- offers ----------------------------------------------------------------------------------------------

void offers_init(struct offers *o, uint32_t n_cuts) {
  o->at = mem_zalloc(n_cuts + 1, sizeof *o->at);
  o->parts = mem_zalloc(n_cuts + 1, sizeof *o->parts);
}

void offers_release(struct offers *o, uint32_t n_cuts) {
  for (uint32_t k = 0; k <= n_cuts; k++) {
    vec_term_release(&o->at[k]);
    map_u32_release(&o->parts[k]);
  }
  mem_free(o->at);
  mem_free(o->parts);
}

static int compare_ids(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

// Is it a formula about variables that matter at the cut, and about nothing else?
static bool well_formed(struct terms *tm, struct term t, const struct vec_term *live) {
  if (term_none(t) || sort_kind(tm, term_sort(tm, t)) != SORT_BOOL) return false;
  uint32_t n;
  const uint32_t *ids = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!live->size || !bsearch(&ids[i], live->data, live->size, sizeof *live->data, compare_ids)) return false;
  return true;
}

bool offers_add(struct interpolator *ip, struct offers *o, const struct problem *p, const struct term *candidates) {
  bool any = false;
  for (uint32_t k = 0; k < p->n_cuts; k++) {
    if (!well_formed(ip->tm, candidates[k], &p->live[k])) continue;
    bool known = false;
    for (uint32_t i = 0; i < o->at[k].size; i++) known = known || term_same(o->at[k].data[i], candidates[k]);
    if (!known) vec_term_push(&o->at[k], candidates[k]);
    any = any || !known;
  }
  return any;
}

// Does part k of the path lead from one formula to the other? Remembered.
static bool part_leads(struct interpolator *ip, struct offers *o, const struct problem *p, uint32_t k, struct term from,
                       struct term to) {
  uint64_t key = (uint64_t)from.id << 32 | to.id;
  uint32_t *at = map_u32_find(&o->parts[k], key);
  if (at) return *at == ANSWER_UNSAT;
  uint32_t first = k ? p->cuts[k - 1] : 0, last = k < p->n_cuts ? p->cuts[k] : p->n_steps;
  enum answer answer = interpolator_violates(ip, p, from, first, last, to);
  map_u32_put(&o->parts[k], key, answer);
  return answer == ANSWER_UNSAT;
}

// Looks for a sequence among the offers, layer by layer: which offers are led into from the start, and by which before
// them.
bool offers_sequence(struct interpolator *ip, struct offers *o, const struct problem *p, struct term *out) {
  uint32_t n = p->n_cuts;
  struct vec_u32 *from = mem_zalloc(n + 1, sizeof *from); // number of the one before + 1; 0: none leads into it
  bool alive = true;
  for (uint32_t k = 0; k <= n && alive; k++) {
    alive = false;
    uint32_t size = k < n ? o->at[k].size : 1;
    for (uint32_t i = 0; i < size; i++) {
      struct term to = k < n ? o->at[k].data[i] : term_false(ip->tm);
      uint32_t found = 0, before = k ? o->at[k - 1].size : 1;
      for (uint32_t j = 0; j < before && !found; j++) {
        if (k && !from[k - 1].data[j]) continue;
        if (part_leads(ip, o, p, k, k ? o->at[k - 1].data[j] : term_true(ip->tm), to)) found = j + 1;
      }
      vec_u32_push(&from[k], found);
      alive = alive || found;
    }
  }
  for (uint32_t k = n, i = 0; alive && k > 0; k--) {
    i = from[k].data[i] - 1;
    out[k - 1] = o->at[k - 1].data[i];
  }
  for (uint32_t k = 0; k <= n; k++) vec_u32_release(&from[k]);
  mem_free(from);
  return alive;
}

// --- the chain -------------------------------------------------------------------------------------------

static bool allowed(const struct interpolator *ip, uint32_t i) {
  return !ip->config.providers || ip->config.providers >> i & 1;
}

// Half of the time that is left, so that the others have a turn as well.
static double provider_deadline(const struct interpolator *ip) {
  double now = clock_cpu();
  return ip->deadline > 0 ? now + (ip->deadline - now) / 2 : 0;
}

static bool ask_provider(struct interpolator *ip, uint32_t i, const struct problem *p, struct offers *o,
                         struct term *out) {
  double start = clock_cpu(), deadline = ip->deadline;
  struct term *candidates = mem_zalloc(p->n_cuts + 1, sizeof *candidates);
  ip->records[i].asked++;
  ip->deadline = provider_deadline(ip);
  bool offered = providers[i](ip, p, candidates);
  ip->deadline = deadline;
  bool found = offered && offers_add(ip, o, p, candidates) && offers_sequence(ip, o, p, out);
  if (found) ip->records[i].solved++;
  ip->records[i].seconds += clock_cpu() - start;
  mem_free(candidates);
  return found;
}

// A quarter of the time that is left: where it fails the others still have to be asked.
static bool ask_visits(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                       const uint32_t *cuts, const uint32_t *places, struct term *out) {
  if (!allowed(ip, PROVIDER_RELATIONS)) return false;
  double start = clock_cpu(), deadline = ip->deadline;
  if (deadline > 0) ip->deadline = start + (deadline - start) / 4;
  bool found = provide_visits(ip, n_steps, steps, n_cuts, cuts, places, out);
  ip->deadline = deadline;
  ip->records[PROVIDER_RELATIONS].asked++;
  ip->records[PROVIDER_RELATIONS].solved += found;
  ip->records[PROVIDER_RELATIONS].seconds += clock_cpu() - start;
  return found;
}

static bool ask_all(struct interpolator *ip, const struct problem *p, struct term *out, enum provider *by) {
  struct offers o;
  bool found = false;
  offers_init(&o, p->n_cuts);
  for (uint32_t i = 0; i < PROVIDER_COUNT && !found && !interpolator_stopped(ip); i++) {
    if (!allowed(ip, i)) continue;
    found = ask_provider(ip, i, p, &o, out);
    *by = (enum provider)i;
  }
  offers_release(&o, p->n_cuts);
  if (found) interpolants_simplify(ip, p, out);
  return found;
}

// UNKNOWN, with the reason
static enum answer interpolator_give_up(struct interpolator *ip) {
  if (limits_stopped(ip->limits)) ip->reason = limits_reason(ip->limits);
  else if (interpolator_stopped(ip)) ip->reason = REASON_TIMEOUT;
  else if (ip->reason == REASON_NONE) ip->reason = REASON_SOLVER;
  return ANSWER_UNKNOWN;
}

// Cuts that were decided before are left out of the problem, so what was checked leads past them. Where one that is
// true follows an open one, the part from it on was not asked about: the conflict may lie before it.
static bool decided_lead(struct interpolator *ip, const struct prepared *pr, uint32_t n_steps, const struct step *steps,
                         uint32_t n_cuts, const uint32_t *cuts, const struct term *out) {
  struct problem given = {.n_steps = n_steps, .n_cuts = n_cuts, .steps = steps, .cuts = cuts};
  bool open_before = false, good = true;
  interpolator_forget(ip); // segments are remembered for one problem
  for (uint32_t i = 0; i < n_cuts && good; i++) {
    bool open = term_none(pr->decided.data[i]);
    if (!open && open_before && term_is_true(ip->tm, out[i])) {
      bool is_last = i + 1 == n_cuts;
      good = interpolator_violates(ip, &given, out[i], cuts[i], is_last ? n_steps : cuts[i + 1],
                                   is_last ? term_false(ip->tm) : out[i + 1]) == ANSWER_UNSAT;
    }
    open_before |= open;
  }
  return good;
}

// interpolate_path inside the time of the problem at hand.
static enum answer interpolator_solve(struct interpolator *ip, uint32_t n_steps, const struct step *steps,
                                      uint32_t n_cuts, const uint32_t *cuts, const uint32_t *places, struct term *out,
                                      enum provider *by) {
  struct prepared pr;
  for (uint32_t i = 0; i < n_cuts; i++) assert(cuts[i] >= 1 && cuts[i] < n_steps && (!i || cuts[i - 1] < cuts[i]));
  enum answer answer = problem_prepare(ip, n_steps, steps, n_cuts, cuts, &pr);
  if (answer == ANSWER_SAT) return answer;
  if (answer == ANSWER_UNKNOWN) return interpolator_give_up(ip);
  if (places && pr.p.n_cuts && ask_visits(ip, n_steps, steps, n_cuts, cuts, places, out)) {
    problem_release(&pr);
    *by = PROVIDER_RELATIONS;
    return ANSWER_UNSAT;
  }
  struct term *found = mem_zalloc(n_cuts + 1, sizeof *found);
  *by = PROVIDER_WEAKEST;
  while (!allowed(ip, *by)) ++*by;
  if (pr.p.n_cuts && !ask_all(ip, &pr.p, found, by)) answer = interpolator_give_up(ip);
  for (uint32_t i = 0, k = 0; i < n_cuts && answer == ANSWER_UNSAT; i++)
    out[i] = term_none(pr.decided.data[i]) ? found[k++] : pr.decided.data[i];
  mem_free(found);
  if (answer == ANSWER_UNSAT && pr.p.n_cuts && !decided_lead(ip, &pr, n_steps, steps, n_cuts, cuts, out))
    answer = interpolator_give_up(ip);
  problem_release(&pr);
  interpolator_forget(ip);
  if (answer == ANSWER_UNSAT) ip->reason = REASON_NONE; // whatever went wrong on the way
  return answer;
}

void interpolator_begin(struct interpolator *ip) {
  ip->deadline = ip->config.seconds > 0 ? clock_cpu() + ip->config.seconds : 0;
  ip->reason = REASON_NONE;
  ip->too_slow = 0;
}

enum answer interpolate_path(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                             const uint32_t *cuts, struct term *out, enum provider *by) {
  interpolator_begin(ip);
  return interpolator_solve(ip, n_steps, steps, n_cuts, cuts, NULL, out, by);
}

enum answer interpolate_visits(struct interpolator *ip, uint32_t n_steps, const struct step *steps, uint32_t n_cuts,
                               const uint32_t *cuts, const uint32_t *places, struct term *out, enum provider *by) {
  interpolator_begin(ip);
  return interpolator_solve(ip, n_steps, steps, n_cuts, cuts, places, out, by);
}
