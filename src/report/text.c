// A report for people.
#include "base/text/colour.h"
#include "report/report.h"
#include <inttypes.h>
#include <string.h>

properties report_checked(const struct report *report) {
  return report->checked ? report->checked : PROPERTY_SET(UNREACH);
}

enum property report_violated(const struct report *report) {
  bool known = report->verdict == VERDICT_FALSE && report->cfa && report->claim &&
               report->claim->error_location.id < report->cfa->locations.size;
  if (known) return cfa_location(report->cfa, report->claim->error_location)->property;
  enum property first = PROPERTY_UNREACH;
  while (!(report_checked(report) >> first & 1)) first++;
  return first;
}

void report_result(const struct report *report, struct text *out) {
  // Not "true", which would say that no error is reached.
  if (report->preserves) {
    text_add(out, "preserved");
    return;
  }
  switch (report->verdict) {
  case VERDICT_TRUE: text_add(out, "true"); break;
  case VERDICT_FALSE: text_printf(out, "false(%s)", property_table[report_violated(report)].name); break;
  case VERDICT_UNKNOWN: text_printf(out, "unknown(%s)", reason_name(report->reason)); break;
  }
}

int report_status(const struct report *report) {
  if (report->preserves) return EXIT_TRUE;
  switch (report->verdict) {
  case VERDICT_TRUE: return EXIT_TRUE;
  case VERDICT_FALSE: return EXIT_FALSE;
  case VERDICT_UNKNOWN: break;
  }
  return EXIT_UNKNOWN;
}

bool report_result_line(const struct report *report, const struct report_style *style, FILE *out) {
  struct text text = {0};
  report_result(report, &text);
  static const char *const colours[] =
      {[VERDICT_UNKNOWN] = COLOUR_UNKNOWN, [VERDICT_TRUE] = COLOUR_TRUE, [VERDICT_FALSE] = COLOUR_FALSE};
  bool colour = style && style->colour;
  fprintf(out, "RESULT: %s%s%s\n", colour ? colours[report->verdict] : "", text_cstr(&text), colour ? COLOUR_OFF : "");
  text_release(&text);
  return fflush(out) == 0 && !ferror(out);
}

static void print_warnings(const struct report *report, bool colour, struct text *out) {
  const char *on = colour ? COLOUR_WARNING : "", *off = colour ? COLOUR_OFF : "";
  for (uint32_t i = 0; i < report->n_warnings; i++) text_printf(out, "%swarning:%s %s\n", on, off, report->warnings[i]);
  struct vec_ptr own = {0};
  report_warnings(report, &own);
  for (uint32_t i = 0; i < own.size; i++) {
    text_printf(out, "%swarning:%s %s\n", on, off, (const char *)own.data[i]);
    mem_free(own.data[i]);
  }
  vec_ptr_release(&own);
}

static void print_stat(void *context, const struct stats_entry *entry, double value) {
  struct text *out = context;
  if (entry->is_timer) text_printf(out, "  %-18s %14.3f s  %s\n", entry->name, value, entry->text);
  else text_printf(out, "  %-18s %14.0f    %s\n", entry->name, value, entry->text);
}

static void print_nonzero(void *context, const struct stats_entry *entry, double value) {
  if (value > 0) print_stat(context, entry, value);
}

#define EXITS_SHOWN 5u

// What TRUE does not speak of.
static void print_undefined_exits(const struct report *report, struct text *out) {
  if (report->nothing_to_check && report->checked & ~PROPERTY_SET(UNREACH))
    text_add(out, "There is nothing to check: nothing in the program can violate what was asked for.\n");
  else if (report->nothing_to_check)
    text_add(out, "There is nothing to check: no assertion, no call of an error function. An assert, "
                  "--error-function NAME or another --entry gives something to check.\n");
  for (uint32_t i = 0; i < report->n_undefined_exits && i < EXITS_SHOWN; i++) {
    text_add(out, "Paths end at ");
    report_place(report->cfa, report->undefined_exits[i].place, out);
    text_printf(out, ": %s.\n", report->undefined_exits[i].text);
  }
  if (report->n_undefined_exits > EXITS_SHOWN)
    text_printf(out, "Paths end at %" PRIu32 " more places (--json lists all).\n",
                report->n_undefined_exits - EXITS_SHOWN);
  if (report->n_undefined_exits) text_add(out, "Nothing behind such an end is checked.\n");
}

// Where several engines were at it.
static void print_winner(const struct report *report, struct text *out) {
  const struct engine_record *winner =
      report->timeline && report->timeline->jobs ? report_timeline_winner(report->timeline) : NULL;
  if (winner) text_printf(out, "Decided by %s.\n", winner->engine);
}

// "No error and no signed integer overflow can be reached"; "No error, invalid memory access or invalid free …"
static void print_excluded(const struct report *report, struct text *out) {
  properties checked = report_checked(report);
  uint32_t n = (uint32_t)__builtin_popcount(checked), said = 0;
  for (uint32_t p = 0; p < property_count; p++) {
    if (!(checked >> p & 1)) continue;
    const char *before = said == 0 ? "No " : n == 2 ? " and no " : said + 1 == n ? " or " : ", ";
    text_printf(out, "%s%s", before, property_table[p].excluded);
    said++;
  }
  text_add(out, " can be reached");
}

// "Not checked: signed integer overflow, undefined behaviour (--check all)."; nothing where a file says what is asked.
static void print_unchecked(const struct report *report, struct text *out) {
  if (report->has_property_file) return;
  if (report->is_automaton) {
    text_add(out, "Only the errors of the automaton were checked, nothing else.\n");
    return;
  }
  const char *next = "Not checked: ";
  for (uint32_t p = 0; p < property_count; p++) {
    if (report_checked(report) >> p & 1 || !*property_table[p].word) continue;
    const struct property_descriptor *d = &property_table[p];
    text_printf(out, "%s%s", next, d->unchecked ? d->unchecked : d->excluded);
    next = ", ";
  }
  if (*next == ',') text_add(out, report->is_bitcode ? ".\n" : " (--check all).\n");
}

static void print_reason(const struct report *report, struct text *out) {
  switch (report->verdict) {
  case VERDICT_TRUE:
    print_undefined_exits(report, out);
    print_excluded(report, out);
    report_condition(report, out);
    text_add(out, report->check == CHECK_CONFIRMED ? "; the proof was checked.\n" : "; the proof was not checked.\n");
    print_unchecked(report, out);
    print_winner(report, out);
    break;
  case VERDICT_FALSE:
    text_printf(out, "%s can be reached", property_table[report_violated(report)].violation);
    report_condition(report, out);
    text_add(out, report->check == CHECK_CONFIRMED ? "; it was seen in a run with the inputs above.\n"
                                                   : "; that was not checked in a run.\n");
    print_winner(report, out);
    if (report->harness && report->copy)
      text_printf(out, "The harness is in %s, and the copy of the program that it needs in %s.\n", report->harness,
                  report->copy);
    else if (report->harness) text_printf(out, "The harness is in %s.\n", report->harness);
    break;
  case VERDICT_UNKNOWN:
    text_printf(out, "Not decided: %s", report_why_unknown(report));
    if (report->detail && *report->detail) text_printf(out, ": %s", report->detail);
    else if (report->reason == REASON_UNCONFIRMED && report->check_message && *report->check_message)
      text_printf(out, ": %s", report->check_message);
    text_add(out, ".\n");
    report_explanation(report, out);
    break;
  }
}

// "EXPECTED: true (not met)", above the result line.
static void print_expected(const struct report *report, bool colour, struct text *out) {
  static const char *const words[] =
      {[EXPECTED_MET] = "met", [EXPECTED_NOT_MET] = "NOT MET", [EXPECTED_UNDECIDED] = "not decided"};
  if (report->expected.verdict == EXPECTED_NOTHING) return;
  enum expected_match match = expected_match(report);
  bool alarm = colour && match == EXPECTED_NOT_MET;
  text_add(out, "EXPECTED: ");
  expected_print(&report->expected, out);
  text_printf(out, " (%s%s%s: %s:%" PRIu32 ")\n", alarm ? COLOUR_FALSE : "", words[match], alarm ? COLOUR_OFF : "",
              report->expected.file, report->expected.line);
}

void report_text(const struct report *report, const struct report_style *style, FILE *out) {
  struct report_style plain = {0};
  if (!style) style = &plain;
  if (style->quiet) return;
  struct text text = {0};
  print_warnings(report, style->colour, &text);
  if (report->verdict == VERDICT_FALSE && report->trace && report->cfa) {
    text_add(&text, "Counterexample:\n");
    trace_print_inputs(report->trace, report->cfa, style->colour, &text);
    trace_print(report->trace, report->cfa, style->colour, style->rows, &text);
  }
  if (style->invariants && report->verdict == VERDICT_TRUE) {
    if (report->cfa && report->invariants && report->invariants->size) report_invariants(report, &text);
    else
      text_printf(&text, "There are no loop invariants to print from the engine %s.\n",
                  report->engine ? report->engine : "");
  }
  if (style->stats && report->stats) {
    text_add(&text, "Statistics:\n");
    stats_each(&stats_of_run, report->stats, print_stat, &text);
    stats_each(report->engine_statistics, report->engine_statistic_values, print_stat, &text);
    stats_each(report->winner_statistics, report->winner_statistic_values, print_stat, &text);
    if (report->certificate_stats) text_add(&text, "Of that, to make and check the certificate:\n");
    if (report->certificate_stats) stats_each(&stats_of_run, report->certificate_stats, print_nonzero, &text);
  }
  if (style->verbose && report->cfa && report->cfa->checks)
    text_printf(&text, "Of %" PRIu32 " accesses to memory %" PRIu32 " are good by the text of the program.\n",
                report->cfa->checks, report->cfa->decided_checks);
  if (style->verbose && report->timeline) report_timeline_print(report->timeline, &text);
  if (style->verbose && report->timeline && report->verdict != VERDICT_UNKNOWN) // which explains itself
    report_engines_print(report->timeline, &text);
  report_assertions_print(report, &text);
  print_reason(report, &text);
  print_expected(report, style->colour, &text);
  fwrite(text_cstr(&text), 1, text.size, out);
  text_release(&text);
}
