// See probing.h. Errors that were reached become stops, and the engine for short looks has to prove that no other is
// reached; where it reaches one, that is noted, and it tries again without.
#include "cli/probing.h"
#include "engine/schedule.h"
#include "proof/proof.h"
#include "state/state.h"

enum { TRIES = 3, EFFORT = 1 << 18 };

struct attempt {
  struct cfa *cfa;
  struct vec_probe *probes;
  bool found; // another one is reached
};

bool probing_note(struct vec_probe *probes, uint32_t number) {
  for (uint32_t i = 0; i < probes->size; i++)
    if (probes->data[i].number == number) return probes->data[i].reached = true;
  return false;
}

static bool note(void *context, const struct claim *claim) {
  struct attempt *a = context;
  a->found |= probing_note(a->probes, cfa_location(a->cfa, claim->error_location)->number);
  return false;
}

// The errors that are left are probes that were not reached. How many are there?
static uint32_t leave_unreached(struct cfa *cfa, const struct vec_probe *probes) {
  struct map_u32 open = {0};
  uint32_t n = 0;
  for (uint32_t i = 0; i < probes->size; i++)
    if (!probes->data[i].reached) map_u32_put(&open, probes->data[i].number, 1);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    struct cfa_location *l = &cfa->locations.data[i];
    if (l->kind != LOC_ERROR) continue;
    bool is_open = map_u32_find(&open, l->number);
    n += is_open;
    if (!is_open) l->kind = LOC_STOP;
  }
  map_u32_release(&open);
  cfa_slice(cfa);
  cfa_find_loops(cfa);
  return n;
}

// Is it proved that no error can be reached, and was that checked?
static bool prove(struct session *session, struct attempt *a, double seconds) {
  struct stats stats = {0};
  struct program *program = program_new(a->cfa, &session->limits, &stats);
  struct facts *facts = facts_new(a->cfa, program, &session->limits, (uint64_t)session->options.seed);
  struct run_setting setting = {
      .cfa = a->cfa,
      .program = program,
      .limits = &session->limits,
      .stats = &stats,
      .solver = {.backend = "native", .caches = true, .query_seconds = seconds},
      .seed = (uint64_t)session->options.seed,
      .facts = facts,
      .listener = {.context = a, .confirm = note},
  };
  struct slice slice = {.effort = EFFORT, .cpu_seconds = seconds};
  struct claim claim;
  struct error error = {0};
  const char *message = NULL;
  claim_init(&claim);
  bool good = schedule_slice(engine_for("look"), &setting, &slice, &claim, &error) && claim.verdict == VERDICT_TRUE &&
              proof_check(a->cfa, &session->limits, &stats, &claim.certificate, false, NULL, &message);
  error_release(&error);
  claim_release(&claim);
  facts_free(facts);
  program_free(program);
  return good;
}

void probing_exclude(struct session *session, struct cfa *cfa, struct vec_probe *probes, double seconds) {
  bool proved = false;
  struct attempt a = {.cfa = cfa, .probes = probes, .found = true};
  for (uint32_t i = 0; i < TRIES && a.found && !proved && !limits_stopped(&session->limits); i++) {
    a.found = false;
    proved = !leave_unreached(cfa, probes) || prove(session, &a, seconds);
  }
  for (uint32_t i = 0; i < probes->size; i++) {
    struct probe *p = &probes->data[i];
    p->excluded = proved && !p->reached;
    if (p->place.line) p->place.file = cfa_add_file(session->cfa, cfa->files.data[p->place.file]);
  }
}

static bool same_place(struct source_place a, struct source_place b) {
  return a.line && a.file == b.file && a.line == b.line && a.column == b.column;
}

// Is every probe of this kind at the place excluded, and is there one?
static bool is_excluded(const struct vec_probe *probes, enum probe_kind kind, enum property property,
                        struct source_place place) {
  bool any = false;
  for (uint32_t i = 0; i < probes->size; i++) {
    const struct probe *p = &probes->data[i];
    if (p->kind != kind || (kind == PROBE_CHECK && p->property != property) || !same_place(p->place, place)) continue;
    if (!p->excluded) return false;
    any = true;
  }
  return any;
}

void probing_settle(const struct vec_probe *probes, struct vec_assertion *assertions) {
  for (uint32_t i = 0; i < assertions->size; i++) {
    struct assertion *a = &assertions->data[i];
    if (a->status == ASSERTION_PROVED && is_excluded(probes, PROBE_CHECK, a->property, a->place))
      a->status = ASSERTION_UNREACHABLE;
  }
}

void probing_vacuous(const struct vec_probe *probes, struct vec_place *out) {
  for (uint32_t i = 0; i < probes->size; i++) {
    const struct probe *p = &probes->data[i];
    bool known = false;
    for (uint32_t k = 0; k < out->size && !known; k++) known = same_place(out->data[k], p->place);
    if (p->kind != PROBE_ASSUMES || !p->reached || known) continue;
    if (is_excluded(probes, PROBE_ASSUMED, PROPERTY_UNREACH, p->place)) vec_place_push(out, p->place);
  }
}
