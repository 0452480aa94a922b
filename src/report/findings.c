// What a report says beside the verdict: functions that had no body or no exact
// meaning, and assertions that were never reached.
#include "native/replay.h"
#include "report/report.h"
#include <inttypes.h>
#include <string.h>

// --- assertions never reached ---------------------------------------------------------------

// A function that only tests for the error: it has an error location and a parameter, and few locations. Its callers
// are where a person sees the assertion.
#define TESTER_LOCATIONS 8u

struct testers {
  struct vec_u32 locations;    // per function
  unsigned char *is_tester;
};

// An assertion or a call of an error function; checks that the compiler made are none that somebody wrote.
static bool is_written(const struct cfa_location *l) {
  return l->kind == LOC_ERROR && property_has(l->property, TRAIT_WRITTEN);
}

static void find_testers(const struct cfa *cfa, struct testers *testers) {
  vec_u32_resize(&testers->locations, cfa->functions.size);
  testers->is_tester = mem_zalloc(cfa->functions.size + 1, 1);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    const struct cfa_location *location = &cfa->locations.data[i];
    if (location->function >= cfa->functions.size) continue;
    testers->locations.data[location->function]++;
    if (is_written(location)) testers->is_tester[location->function] = 1;
  }
  for (uint32_t f = 0; f < cfa->functions.size; f++) {
    if (f == cfa->main || !cfa->functions.data[f].params.size || testers->locations.data[f] > TESTER_LOCATIONS)
      testers->is_tester[f] = 0;
  }
  for (uint32_t e = 0; e < cfa->edges.size; e++) {
    const struct cfa_edge *edge = &cfa->edges.data[e];
    uint32_t callee = edge->callee, function = cfa_location(cfa, edge->from)->function;
    if (callee != CFA_NONE && function < cfa->functions.size) testers->is_tester[function] = 0;
  }
}

static bool leads_to_test(const struct cfa *cfa, const struct testers *testers, struct location location) {
  const struct cfa_location *l = cfa_location(cfa, location);
  for (uint32_t i = 0; i < l->out.size; i++) {
    const struct cfa_edge *edge = cfa_edge(cfa, l->out.data[i]);
    if (edge->callee != CFA_NONE && testers->is_tester[edge->callee]) return true;
    if (edge->callee == CFA_NONE && is_written(cfa_location(cfa, edge->to))) return true;
  }
  return false;
}

// The place of an edge into the test is more exact than that of the location.
static struct source_place test_place(const struct cfa *cfa, struct location location) {
  const struct cfa_location *l = cfa_location(cfa, location);
  for (uint32_t i = 0; i < l->out.size; i++) {
    const struct cfa_edge *edge = cfa_edge(cfa, l->out.data[i]);
    if (edge->callee != CFA_NONE && edge->first.line) return edge->first;
    if (is_written(cfa_location(cfa, edge->to)) && cfa_location(cfa, edge->to)->place.line)
      return cfa_location(cfa, edge->to)->place;
  }
  return l->place;
}

// Of a proof it is only said where that nothing comes to the check is proved, too: what the engine did not reach may be
// the second operand of `||` in a condition that is tested.
static bool is_tested(const struct report *report, struct location location) {
  if (report->verdict != VERDICT_TRUE || report->is_automaton || !report->assertions) return false;
  struct source_place place = test_place(report->cfa, location);
  for (uint32_t i = 0; i < report->assertions->size; i++) {
    const struct assertion *a = &report->assertions->data[i];
    if (a->status == ASSERTION_UNREACHABLE && a->place.file == place.file && a->place.line == place.line) return false;
  }
  return true;
}

void report_unreached(const struct report *report, struct vec_location *out) {
  const struct cfa *cfa = report->cfa;
  if (!cfa || !report->reached) return;
  struct testers testers = {0};
  find_testers(cfa, &testers);
  for (uint32_t i = 0; i < cfa->locations.size; i++) {
    uint32_t function = cfa->locations.data[i].function;
    if (report->reached[i] || (function < cfa->functions.size && testers.is_tester[function])) continue;
    struct location location = {i};
    if (leads_to_test(cfa, &testers, location) && !is_tested(report, location)) vec_location_push(out, location);
  }
  vec_u32_release(&testers.locations);
  mem_free(testers.is_tester);
}

const char *report_test_text(const struct cfa *cfa, struct location location) {
  const struct cfa_location *l = cfa_location(cfa, location);
  for (uint32_t i = 0; i < l->out.size; i++) {
    const struct cfa_edge *edge = cfa_edge(cfa, l->out.data[i]);
    const char *text = edge->callee != CFA_NONE ? cfa->functions.data[edge->callee].name
                                                : cfa_location(cfa, edge->to)->text;
    if (edge->callee == CFA_NONE && !is_written(cfa_location(cfa, edge->to))) continue;
    if (text && *text) return text;
  }
  return "error";
}

// --- warnings -----------------------------------------------------------------------------------

#define NAMES_SHOWN 12u

static void add_names(struct vec_ptr *out, const char *before, const struct vec_string *names, const char *after) {
  if (!names->size) return;
  struct text text = {0};
  text_add(&text, before);
  for (uint32_t i = 0; i < names->size && i < NAMES_SHOWN; i++)
    text_printf(&text, "%s%s", i ? ", " : " ", names->data[i]);
  if (names->size > NAMES_SHOWN) text_printf(&text, " and %" PRIu32 " more", names->size - NAMES_SHOWN);
  text_add(&text, after);
  vec_ptr_push(out, mem_strdup(text_cstr(&text)));
  text_release(&text);
}

static void add_unreached(const struct report *report, struct vec_ptr *out) {
  struct vec_location unreached = {0};
  report_unreached(report, &unreached);
  const char *so_far = report->verdict == VERDICT_TRUE ? "" : " so far";
  for (uint32_t i = 0; i < unreached.size && i < NAMES_SHOWN; i++) {
    struct text text = {0};
    struct source_place place = test_place(report->cfa, unreached.data[i]);
    if (place.line) {
      cfa_place_print(report->cfa, place, &text);
      text_add(&text, ": ");
    }
    text_printf(&text, "%s is never tested: nothing reaches it%s", report_test_text(report->cfa, unreached.data[i]),
                so_far);
    vec_ptr_push(out, mem_strdup(text_cstr(&text)));
    text_release(&text);
  }
  if (unreached.size > NAMES_SHOWN) {
    struct text text = {0};
    text_printf(&text, "%" PRIu32 " more tests for the error are not reached%s", unreached.size - NAMES_SHOWN, so_far);
    vec_ptr_push(out, mem_strdup(text_cstr(&text)));
    text_release(&text);
  }
  vec_location_release(&unreached);
}

// Those that the list of checks knows and the search above does not.
static void add_untested(const struct report *report, struct vec_ptr *out) {
  struct vec_location unreached = {0};
  report_unreached(report, &unreached);
  uint32_t n = 0;
  for (uint32_t i = 0; report->assertions && i < report->assertions->size; i++) {
    const struct assertion *a = &report->assertions->data[i];
    bool known = a->status != ASSERTION_UNREACHABLE || !property_has(a->property, TRAIT_WRITTEN);
    for (uint32_t k = 0; k < unreached.size && !known; k++) {
      struct source_place place = test_place(report->cfa, unreached.data[k]);
      known = place.file == a->place.file && place.line == a->place.line;
    }
    if (known || n++ >= NAMES_SHOWN) continue;
    struct text text = {0};
    if (a->place.line) {
      cfa_place_print(report->cfa, a->place, &text);
      text_add(&text, ": ");
    }
    text_printf(&text, "%s is never tested: nothing reaches it", *a->text ? a->text : "error");
    vec_ptr_push(out, mem_strdup(text_cstr(&text)));
    text_release(&text);
  }
  vec_location_release(&unreached);
}

static void add_vacuous(const struct report *report, struct vec_ptr *out) {
  for (uint32_t i = 0; i < report->n_vacuous && i < NAMES_SHOWN; i++) {
    struct text text = {0};
    cfa_place_print(report->cfa, report->vacuous[i], &text);
    text_add(&text, ": the assumption excludes everything: no execution passes it, and nothing behind it is checked");
    vec_ptr_push(out, mem_strdup(text_cstr(&text)));
    text_release(&text);
  }
}

static void add_uncalled(const struct report *report, struct vec_ptr *out) {
  for (uint32_t i = 0; i < report->n_uncalled; i++) {
    struct text text = {0};
    text_printf(&text, "the error function %s is never called", report->uncalled[i]);
    vec_ptr_push(out, mem_strdup(text_cstr(&text)));
    text_release(&text);
  }
}

// What --undefined says about a call.
static const char *undefined_meaning(const struct report *report) {
  const char *mode = report->undefined ? report->undefined : "pure";
  if (strcmp(mode, "havoc") == 0) return "; taken to return any value, and to leave any value in what they can reach";
  return strcmp(mode, "stop") == 0 ? "; a path that calls one makes TRUE impossible"
                                   : "; taken to return any value and change nothing";
}

// An error that was seen in a run needs none of them.
static void add_approximated(const struct report *report, struct vec_ptr *out) {
  if (report->verdict == VERDICT_FALSE && report->check == CHECK_CONFIRMED) return;
  struct vec_string names = {0};
  replay_approximated(report->cfa, report->reached, &names);
  add_names(out, "library functions are approximated:", &names, "; taken to return any value in their range");
  vec_string_release(&names);
}

static void add_inexact(const struct report *report, struct vec_ptr *out) {
  if (!report->claim || !report->claim->inexact) return;
  struct text text = {0};
  text_printf(&text, "%s is not exact%s", report->claim->inexact,
              report->check == CHECK_CONFIRMED ? "; the verdict was checked without it"
              : report->check == CHECK_SKIPPED ? ", and the verdict was not checked"
                                               : "");
  vec_ptr_push(out, mem_strdup(text_cstr(&text)));
  text_release(&text);
}

void report_warnings(const struct report *report, struct vec_ptr *out) {
  if (!report->cfa) return;
  add_uncalled(report, out);
  add_inexact(report, out);
  // With a verdict on a C program this is said more exactly: under which assumption it stands.
  if (report->verdict == VERDICT_UNKNOWN || report->is_automaton)
    add_names(out, "functions without a body are called:", &report->cfa->undefined, undefined_meaning(report));
  add_approximated(report, out);
  // A vacuous TRUE is worth a warning; where an error was found or time ran out it is only in the JSON.
  if (report->verdict != VERDICT_TRUE) return;
  add_unreached(report, out);
  add_untested(report, out);
  add_vacuous(report, out);
}
