// What a run of engines says of itself: why it is UNKNOWN, for people; what happened when, with -v.
#include "base/memory/alloc.h"
#include "report/report.h"
#include <inttypes.h>
#include <string.h>

// --- one engine ------------------------------------------------------------------------------------------------------

static void say_reason(const struct engine_record *a, struct text *out) {
  text_add(out, reason_sentence(a->reason));
  if (a->detail && *a->detail) text_printf(out, ": %s", a->detail);
}

static void say_verdict(const struct engine_record *a, struct text *out) {
  text_add(out, a->verdict == VERDICT_TRUE ? "a proof" : a->verdict == VERDICT_FALSE ? "an error" : "a verdict");
}

static void say_verb(const struct engine_record *a, struct text *out) {
  switch (a->outcome) {
  case OUTCOME_WAITED: text_add(out, "had no turn"); break;
  case OUTCOME_DECIDED:
  case OUTCOME_LATE:
    text_add(out, "found ");
    say_verdict(a, out);
    break;
  case OUTCOME_ENDED: text_add(out, "gave up"); break;
  case OUTCOME_DIED: text_printf(out, "died of signal %d (%s)", a->status, strsignal(a->status)); break;
  case OUTCOME_FAILED: text_printf(out, "failed with exit status %d", a->status); break;
  case OUTCOME_STOPPED:
  case OUTCOME_COUNT: text_add(out, "was still at work"); break;
  }
}

// One that ended for the same reason, before it; NULL: none.
static const struct engine_record *same_before(const struct report_timeline *t, const struct engine_record *a) {
  for (const struct engine_record *b = t->engines.data; b < a; b++)
    if (b->outcome == OUTCOME_ENDED && b->reason == a->reason &&
        strcmp(b->detail ? b->detail : "", a->detail ? a->detail : "") == 0)
      return b;
  return NULL;
}

// Was its reason given as that of the whole? Of a single engine it was, with its detail.
static bool is_said(const struct report *said, const struct engine_record *a) {
  if (!said || a->reason != said->reason) return false;
  return said->timeline->engines.size == 1 || strcmp(said->detail ? said->detail : "", a->detail ? a->detail : "") == 0;
}

// `said`: what its reason was given in; NULL: nothing.
static void say_why(const struct report_timeline *t, const struct engine_record *a, const struct report *said,
                    struct text *out) {
  if (a->outcome == OUTCOME_LATE) text_add(out, ", later than the one that is reported");
  bool died = a->outcome == OUTCOME_DIED || a->outcome == OUTCOME_FAILED;
  bool ended = a->outcome == OUTCOME_ENDED || (died && a->reason != REASON_INTERNAL);
  if (!ended || a->reason == REASON_NONE) return;
  const struct engine_record *before = same_before(t, a);
  if (is_said(said, a)) text_add(out, " for this reason");
  else if (before) text_printf(out, " for the reason of %s", before->engine);
  else {
    text_add(out, ": ");
    say_reason(a, out);
  }
}

// "kind gave up after 0.4 s in 3 turns: the solver gave up on a query; induction step of the loop at a.c:12, k = 3"
static void say_engine(const struct report_timeline *t, const struct engine_record *a, const struct report *said,
                       struct text *out) {
  text_printf(out, "%s ", a->engine);
  say_verb(a, out);
  if (a->outcome == OUTCOME_WAITED) return;
  text_printf(out, " after %.1f s", a->seconds);
  if (a->turns > 1) text_printf(out, " in %" PRIu64 " turns", a->turns);
  say_why(t, a, said, out);
  if (a->facts_sent || a->facts_received)
    text_printf(out, "; %" PRIu64 " facts sent, %" PRIu64 " received", a->facts_sent, a->facts_received);
  if (a->doing && a->outcome != OUTCOME_DECIDED && a->outcome != OUTCOME_LATE) text_printf(out, "; %s", a->doing);
}

// --- UNKNOWN ---------------------------------------------------------------------------------------------------------

// A line that several engines have is printed once, with the first of them.
static void add_lines(struct text *all, const char *lines) {
  for (const char *p = lines; p && *p;) {
    size_t n = strcspn(p, "\n");
    view_line(all, "%.*s", (int)n, p);
    p += n + (p[n] == '\n');
  }
}

static bool ends_like(const char *lines, const char *end, size_t n) {
  for (const char *p = lines; *p;) {
    size_t length = strcspn(p, "\n");
    if (length >= n && strncmp(p + length - n, end, n) == 0) return true;
    p += length + (p[length] == '\n');
  }
  return false;
}

// Engines send each other what they prove: of several that know an invariant of a loop the first is named.
static void add_proved(struct text *all, const char *lines) {
  static const char words[] = " is an invariant of ";
  for (const char *p = lines; p && *p;) {
    size_t n = strcspn(p, "\n");
    const char *at = strstr(p, words);
    bool known = at && at < p + n && ends_like(text_cstr(all), at, (size_t)(p + n - at));
    if (!known) view_line(all, "%.*s", (int)n, p);
    p += n + (p[n] == '\n');
  }
}

const char *report_why_unknown(const struct report *report) {
  return report->unsupported_property ? "this is not checked by clew" : reason_sentence(report->reason);
}

static void advise_properties(struct text *all) {
  struct text names = {0};
  for (uint32_t p = 0; p < property_count; p++) text_printf(&names, "%s%s", p ? ", " : "", property_table[p].name);
  view_line(all, "ask for a property that clew checks: %s", text_cstr(&names));
  text_release(&names);
}

// What does not follow from where an engine stands, but from why the run ended.
static void advise_for(const struct report *report, enum reason reason, struct text *all) {
  switch (reason) {
  case REASON_TIMEOUT: view_line(all, "give more time with --timeout SECONDS"); break;
  case REASON_MEMORY: view_line(all, "give more memory with --memory MIB"); break;
  case REASON_BOUND: view_line(all, "raise the bound with --unwind N, or leave it out for a proof"); break;
  case REASON_RECURSION: view_line(all, "raise the bound on recursion with --recursion N"); break;
  case REASON_SOLVER: view_line(all, "give a query more time with --query-timeout SECONDS"); break;
  case REASON_ALLOCATION:
    view_line(all, "bound the size of what is allocated, with an assumption in the program");
    break;
  case REASON_UNSUPPORTED:
    if (report->unsupported_property) advise_properties(all);
    else view_line(all, "replace what is not modelled by a C function with a body");
    break;
  case REASON_UNCONFIRMED:
    for (uint32_t i = 0; report->cfa && i < report->cfa->undefined.size; i++)
      view_line(all, "write a body for %s, which has none", report->cfa->undefined.data[i]);
    for (uint32_t i = 0; report->cfa && i < report->cfa->approximated.size; i++)
      view_line(all, "write in C what %s does, which is only approximated", report->cfa->approximated.data[i]);
    break;
  default: break;
  }
}

// Where several engines were at it, an option that is an engine's own is said with the first engine that asks for it.
static void name_engine(const struct engine_record *a, const char *option, struct text *advice) {
  const char *at = strstr(text_cstr(advice), option);
  if (!at) return;
  struct text named = {0};
  size_t before = (size_t)(at - text_cstr(advice));
  text_add_n(&named, advice->data, before);
  text_printf(&named, " --engine %.*s%s", (int)strcspn(a->engine, " "), a->engine, at);
  text_release(advice);
  *advice = named;
}

// `known`: lines that were printed already, without engines.
static void add_advice(const struct report *report, const struct engine_record *a, struct text *known,
                       struct text *all) {
  struct text own = {0};
  add_lines(&own, a->advice);
  // Who was at work when time was up is no obstacle to what the others found out.
  if (a->reason != report->reason && a->outcome != OUTCOME_STOPPED) advise_for(report, a->reason, &own);
  for (const char *p = text_cstr(&own); *p;) {
    size_t n = strcspn(p, "\n"), before = known->size;
    struct text line = {0};
    text_add_n(&line, p, n);
    view_line(known, "%s", text_cstr(&line));
    if (known->size > before) {
      if (report->timeline->jobs) {
        name_engine(a, " --precision", &line);
        name_engine(a, " --recursion", &line);
      }
      view_line(all, "%s", text_cstr(&line));
    }
    text_release(&line);
    p += n + (p[n] == '\n');
  }
  text_release(&own);
}

// How often "the loop at a.c:12: up to 1,414 iterations on a path" says that it went round; 0: it says something else.
// *n: how long its beginning is, which names the loop.
static uint64_t iterations_in(const char *line, size_t *n) {
  static const char words[] = ": up to ";
  const char *at = strstr(line, words);
  uint64_t count = 0;
  if (!at || at >= line + strcspn(line, "\n")) return 0;
  *n = (size_t)(at - line) + sizeof words - 1;
  for (at = line + *n; (*at >= '0' && *at <= '9') || *at == ','; at++)
    if (*at != ',') count = 10 * count + (uint64_t)(*at - '0');
  return count;
}

// Does another engine say more of the same loop, or has one before it said as much?
static bool goes_further(const struct report_timeline *t, const char *line, uint32_t engine) {
  size_t n, length;
  uint64_t count = iterations_in(line, &n);
  for (uint32_t i = 0; count && i < t->engines.size; i++) {
    for (const char *p = t->engines.data[i].reached; p && *p;) {
      uint64_t other = iterations_in(p, &length);
      if (i != engine && other && length == n && strncmp(p, line, n) == 0 && other + (i < engine) > count) return true;
      p += strcspn(p, "\n");
      p += *p == '\n';
    }
  }
  return false;
}

// Of several engines that went round a loop the one that did so most often says it.
static void add_reached(const struct report_timeline *t, uint32_t engine, struct text *all) {
  for (const char *p = t->engines.data[engine].reached; p && *p;) {
    size_t n = strcspn(p, "\n");
    if (!goes_further(t, p, engine)) view_line(all, "%.*s", (int)n, p);
    p += n + (p[n] == '\n');
  }
}

static void print_lines(const char *title, const struct text *lines, struct text *out) {
  if (!lines->size) return;
  text_printf(out, "%s\n", title);
  for (const char *p = text_cstr(lines); *p;) {
    size_t n = strcspn(p, "\n");
    text_printf(out, "  %.*s\n", (int)n, p);
    p += n + (p[n] == '\n');
  }
}

// Those that had no turn in one line.
static void add_waiting(const struct report_timeline *t, struct text *tried) {
  struct text names = {0};
  for (uint32_t i = 0; i < t->engines.size; i++)
    if (t->engines.data[i].outcome == OUTCOME_WAITED)
      text_printf(&names, "%s%s", names.size ? ", " : "", t->engines.data[i].engine);
  if (names.size) view_line(tried, "without a turn: %s", text_cstr(&names));
  text_release(&names);
}

static void add_engines(const struct report_timeline *t, const struct report *said, struct text *tried) {
  for (uint32_t i = 0; i < t->engines.size; i++) {
    if (t->engines.data[i].outcome == OUTCOME_WAITED) continue;
    struct text line = {0};
    say_engine(t, &t->engines.data[i], said, &line);
    view_line(tried, "%s", text_cstr(&line));
    text_release(&line);
  }
  add_waiting(t, tried);
}

// Of the engine that saw most of the program; each sees it in the form that it wants.
static void add_coverage(const struct report_timeline *t, struct text *reached) {
  const struct engine_record *best = NULL;
  for (uint32_t i = 0; i < t->engines.size; i++) {
    const struct engine_record *a = &t->engines.data[i];
    bool more = a->branches && (!best || a->branches > best->branches ||
                                (a->branches == best->branches && a->branches_reached > best->branches_reached));
    if (more) best = a;
  }
  if (!best) return;
  view_line(reached, "%" PRIu32 " of %" PRIu32 " branch%s that matter%s reached%s%s%s", best->branches_reached,
            best->branches, best->branches == 1 ? "" : "es", best->branches == 1 ? "s was" : " were",
            best->unreached ? "; not " : "", best->unreached ? best->unreached : "",
            best->unreached && best->branches - best->branches_reached > 5 ? ", …" : "");
}

void report_explanation(const struct report *report, struct text *out) {
  const struct report_timeline *t = report->timeline;
  struct text tried = {0}, proved = {0}, reached = {0}, advice = {0}, known = {0};
  if (t) add_coverage(t, &reached);
  if (t) add_engines(t, report, &tried);
  for (uint32_t i = 0; t && i < t->engines.size; i++) {
    const struct engine_record *a = &t->engines.data[i];
    add_proved(&proved, a->proved);
    add_reached(t, i, &reached);
    add_advice(report, a, &known, &advice);
  }
  advise_for(report, report->reason, &advice);
  print_lines("What was tried:", &tried, out);
  print_lines("How far it got:", &reached, out);
  print_lines("What is certain nevertheless:", &proved, out);
  print_lines("What may help:", &advice, out);
  text_release(&tried);
  text_release(&proved);
  text_release(&reached);
  text_release(&advice);
  text_release(&known);
}

// --- what happened ---------------------------------------------------------------------------------------------------

void report_timeline_print(const struct report_timeline *t, struct text *out) {
  if (t->events.size) text_add(out, "What happened:\n");
  for (uint32_t i = 0; i < t->events.size; i++) {
    const struct report_event *e = &t->events.data[i];
    bool of_engine = e->engine >= 0 && (uint32_t)e->engine < t->engines.size;
    text_printf(out, "%8.2f s  %s%s%s\n", e->seconds, of_engine ? t->engines.data[e->engine].engine : "",
                of_engine ? ": " : "", e->what);
  }
}

// With what was shared.
void report_engines_print(const struct report_timeline *t, struct text *out) {
  struct text tried = {0};
  add_engines(t, NULL, &tried);
  print_lines("Engines:", &tried, out);
  text_release(&tried);
}
