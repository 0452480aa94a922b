// See runs.h.
#include "campaign/bench/runs.h"
#include "base/process/limits.h"
#include "campaign/bench/command.h"
#include "campaign/bench/cores.h"
#include "campaign/bench/outputs.h"
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// A program that keeps its limit itself says more than one that is killed. Later answers do not count, though.
#define GRACE 1.0
#define PROGRESS_MILLISECONDS 500
#define OTHERS_NANOSECONDS 500000000

struct slot {
  int pid, from; // of its supervisor; pid 0: the slot is free
  int64_t run;
  uint32_t task, configuration;
  struct temp folder;
  char *output; // owned
  cpu_set_t cores;
};

struct campaign {
  const struct bench_definition *definition;
  struct bench_database *db;
  const struct bench_workspace *workspace;
  const volatile sig_atomic_t *stop;
  struct bench_state *state;
  const struct bench_listener *listener;
  struct supervise_lifeline lifeline;
  struct slot *slots;
  struct bench_cores cores;
  char *folder; // of the database, absolute; owned
  const struct bench_part *part;
  uint64_t places; // of the whole campaign
  unsigned char *done, *claimed; // a bit for each of them
  uint64_t next; // the run to look at next
  double started;
};

// --- which runs ------------------------------------------------------------------------------------------------------

static bool bit_at(const unsigned char *bits, uint64_t number) { return bits[number / 8] >> number % 8 & 1; }
static void set_bit(unsigned char *bits, uint64_t number) { bits[number / 8] |= (unsigned char)(1u << number % 8); }

static bool is_ours(const struct campaign *c, struct bench_place place) {
  return bench_is_run(c->definition, place) && bench_shard_has(c->part->shard, place);
}

// Claims the next run that nobody has; 0: there is none, or an error.
static int64_t claim_next(struct campaign *c, struct bench_place *place) {
  for (; c->next < c->places && !c->db->error->status; c->next++) {
    *place = bench_place_at(c->definition, c->next);
    if (!is_ours(c, *place) || bit_at(c->done, c->next) || bit_at(c->claimed, c->next)) continue;
    int64_t run = bench_database_claim(c->db, *place);
    if (!run) continue;
    c->next++;
    return run;
  }
  return 0;
}

static void take_known(void *context, struct bench_place place, bool done) {
  struct campaign *c = context;
  set_bit(done ? c->done : c->claimed, bench_place_number(c->definition, place));
}

// Results that a shard need not make.
static bool look_at_whole(struct campaign *c) {
  struct text file = {0};
  text_printf(&file, "%s/results.db", c->part->whole ? c->part->whole : "");
  bool there = c->part->whole && access(text_cstr(&file), F_OK) == 0;
  text_release(&file);
  if (!there) return true;
  if (!bench_database_attach(c->db, c->part->whole)) return false;
  bool good = bench_database_known_in_other(c->db, c->definition, take_known, c);
  return bench_database_detach(c->db) && good;
}

// What others have done is known; claims of those that died are free again. Sets the number of runs that are left for
// us.
static bool look(struct campaign *c, uint64_t *left) {
  uint64_t done = 0, claimed = 0;
  memset(c->claimed, 0, c->places / 8 + 1);
  if (!bench_database_recover(c->db) || !bench_database_known(c->db, c->definition, take_known, c)) return false;
  for (uint64_t i = 0; i < c->places; i++) {
    if (!is_ours(c, bench_place_at(c->definition, i))) continue;
    if (bit_at(c->done, i)) done++;
    else if (bit_at(c->claimed, i)) claimed++;
  }
  *left = c->state->total - done - claimed;
  if (!c->state->done && !c->state->seconds) c->state->before = done;
  c->state->others = claimed;
  return true;
}

// --- a run -----------------------------------------------------------------------------------------------------------

static void free_slot(struct slot *slot) {
  temp_remove(&slot->folder);
  mem_free(slot->output);
  slot->output = NULL;
  slot->pid = 0;
}

static bool start_command(struct campaign *c, struct slot *slot, struct error *error) {
  const struct bench_definition *d = c->definition;
  struct vec_word words = {0};
  struct arena arena;
  arena_init(&arena);
  struct supervise_command command = {.folder = slot->folder.path,
                                      .output = slot->output,
                                      .cpu = d->limits.cpu > 0 ? d->limits.cpu + GRACE : 0,
                                      .wall = d->limits.wall + GRACE,
                                      .memory = (uint64_t)d->limits.memory << 20,
                                      .output_most = BENCH_OUTPUT_MOST,
                                      .cores = d->limits.cores ? &slot->cores : NULL};
  bool good = bench_command(d, &d->configurations.data[slot->configuration], &d->tasks.data[slot->task],
                            slot->folder.path, &arena, &words, error);
  if (good) {
    command.argv = words.data;
    slot->pid = supervise_start(&c->lifeline, &command, &slot->from);
    good = slot->pid != 0;
    if (!good) error_set(error, EXIT_INTERNAL, "a run cannot be started: %s", strerror(errno));
  }
  vec_word_release(&words);
  arena_release(&arena);
  return good;
}

static bool start_run(struct campaign *c, struct slot *slot, int64_t run, struct bench_place place) {
  struct error *error = c->db->error;
  struct text name = {0}, file = {0};
  slot->run = run;
  slot->task = place.task;
  slot->configuration = place.configuration;
  bench_output_name(run, &name);
  text_printf(&file, "%s/%s", c->folder, text_cstr(&name));
  slot->output = mem_strdup(text_cstr(&file));
  bool good = bench_output_prepare(c->folder, text_cstr(&name), error) &&
              bench_workspace_folder(c->workspace, &slot->folder, error) && start_command(c, slot, error);
  if (!good) {
    bench_database_release(c->db, run);
    free_slot(slot);
  }
  text_release(&name);
  text_release(&file);
  return good;
}

// An answer that came too late is none.
static void apply_limits(const struct bench_limits *limits, struct bench_outcome *outcome) {
  bool late = outcome->run.wall > limits->wall || (limits->cpu > 0 && outcome->run.cpu > limits->cpu);
  if (!late || outcome->answer.verdict > BENCH_FALSE) return;
  outcome->answer.verdict = BENCH_UNKNOWN;
  text_clear(&outcome->answer.detail);
  text_add(&outcome->answer.detail, "timeout");
}

static bool store(struct campaign *c, const struct slot *slot, struct bench_outcome *outcome) {
  const struct bench_configuration *configuration = &c->definition->configurations.data[slot->configuration];
  struct text output = {0};
  struct arena arena;
  arena_init(&arena);
  bench_output_take(slot->output, &output);
  bench_answer_of(&configuration->rules, &outcome->run, text_cstr(&output), &outcome->answer);
  apply_limits(&c->definition->limits, outcome);
  if (configuration->is_clew) bench_statistics_read(bench_result_file(slot->folder.path, &arena), &outcome->statistics);
  bool good = bench_database_store(c->db, slot->run, slot->configuration, outcome);
  text_release(&output);
  arena_release(&arena);
  return good;
}

// A full disk may have cut off the output, and with it the verdict: such a run is not stored.
static void finish_run(struct campaign *c, struct slot *slot) {
  struct bench_outcome outcome = {0};
  struct error *error = c->db->error;
  bool good = supervise_finish(slot->pid, slot->from, &outcome.run);
  if (good && !error->status && bench_disk_is_full(c->folder))
    error_set(error, EXIT_DATA, "%s: the disk is full; what was measured until now is kept", c->folder);
  if (!good && !*c->stop && !error->status)
    error_set(error, EXIT_INTERNAL,
              "the supervisor of a run was killed; the run is made again when the campaign goes on");
  if (good && !error->status && store(c, slot, &outcome)) {
    c->state->done++;
  } else {
    unlink(slot->output);
    bench_database_release(c->db, slot->run);
  }
  text_release(&outcome.answer.detail);
  text_release(&outcome.statistics);
  free_slot(slot);
}

// --- several at a time -----------------------------------------------------------------------------------------------

static bool goes_on(const struct campaign *c) { return !*c->stop && !c->db->error->status; }

static void fill_slots(struct campaign *c) {
  for (uint32_t i = 0; i < c->definition->jobs && goes_on(c); i++) {
    struct bench_place place;
    if (c->slots[i].pid) continue;
    int64_t run = claim_next(c, &place);
    if (!run || !start_run(c, &c->slots[i], run, place)) return;
  }
}

static void tell(struct campaign *c) {
  c->state->seconds = clock_now() - c->started;
  if (c->listener->progress) c->listener->progress(c->listener->context, c->state);
}

// False: nothing runs.
static bool wait_for_runs(struct campaign *c, struct pollfd *events) {
  uint32_t n = 0, busy[256];
  for (uint32_t i = 0; i < c->definition->jobs; i++) {
    if (!c->slots[i].pid) continue;
    busy[n] = i;
    events[n++] = (struct pollfd){.fd = c->slots[i].from, .events = POLLIN};
  }
  if (!n) return false;
  int ready = poll(events, n, PROGRESS_MILLISECONDS);
  for (uint32_t k = 0; k < n && ready > 0; k++)
    if (events[k].revents) finish_run(c, &c->slots[busy[k]]);
  return true;
}

// Their supervisors see the end of the lifeline.
static void stop_runs(struct campaign *c) {
  supervise_close(&c->lifeline);
  for (uint32_t i = 0; i < c->definition->jobs; i++)
    if (c->slots[i].pid) finish_run(c, &c->slots[i]);
}

// One pass over all places. True: it went to the end.
static bool pass(struct campaign *c, struct pollfd *events) {
  c->next = 0;
  for (;;) {
    fill_slots(c);
    if (!goes_on(c)) return false;
    if (!wait_for_runs(c, events)) return goes_on(c);
    tell(c);
  }
}

// Whoever waits for a shard, to merge it, wants all of it: the same shard may still run on a machine that the scheduler
// has given up.
static bool waits(const struct campaign *c) {
  struct timespec pause = {.tv_nsec = OTHERS_NANOSECONDS};
  if (!c->part->shard.of || !c->state->others) return false;
  nanosleep(&pause, NULL);
  return true;
}

static void assign_cores(struct campaign *c) {
  uint32_t jobs = c->definition->jobs;
  cpu_set_t *sets = mem_zalloc(jobs, sizeof *sets);
  bench_cores_take(&c->cores, sets, jobs, c->definition->limits.cores);
  for (uint32_t i = 0; i < jobs; i++) c->slots[i].cores = sets[i];
  mem_free(sets);
}

bool bench_runs(const struct bench_definition *definition, struct bench_database *db, const struct bench_part *part,
                const struct bench_workspace *workspace, const volatile sig_atomic_t *stop,
                const struct bench_listener *listener, struct bench_state *state) {
  struct campaign c = {.definition = definition,
                       .db = db,
                       .part = part,
                       .workspace = workspace,
                       .stop = stop,
                       .state = state,
                       .listener = listener};
  struct pollfd *events = mem_zalloc(definition->jobs, sizeof *events);
  char resolved[PATH_MAX];
  uint64_t left = 1;
  *state = (struct bench_state){.total = bench_runs_of(definition, part->shard)};
  c.places = bench_places(definition);
  c.slots = mem_zalloc(definition->jobs, sizeof *c.slots);
  c.done = mem_zalloc((size_t)(c.places / 8 + 1), 1);
  c.claimed = mem_zalloc((size_t)(c.places / 8 + 1), 1);
  c.folder = mem_strdup(realpath(db->folder, resolved) ? resolved : db->folder);
  c.started = clock_now();
  assign_cores(&c);
  if (bench_disk_is_full(c.folder)) error_set(db->error, EXIT_DATA, "%s: the disk is full", c.folder);
  if (!supervise_open(&c.lifeline)) error_set(db->error, EXIT_INTERNAL, "no pipe: %s", strerror(errno));
  if (goes_on(&c)) look_at_whole(&c);
  while (goes_on(&c) && look(&c, &left) && (left || waits(&c)) && pass(&c, events)) continue;
  stop_runs(&c);
  tell(&c);
  state->stopped = *stop != 0;
  bench_cores_release(&c.cores);
  mem_free(c.slots);
  mem_free(c.done);
  mem_free(c.claimed);
  mem_free(c.folder);
  mem_free(events);
  return !db->error->status;
}
