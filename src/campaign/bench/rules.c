// See rules.h.
#include "campaign/bench/rules.h"
#include <stdlib.h>
#include <string.h>

const char *const bench_verdict_names[] = {"true", "false", "unknown", "error"};
enum { VERDICTS = sizeof bench_verdict_names / sizeof *bench_verdict_names, GROUPS = 10 };

bool bench_verdict_read(const char *text, struct arena *arena, enum bench_verdict *verdict, const char **detail) {
  for (int v = 0; v < VERDICTS; v++) {
    size_t n = strlen(bench_verdict_names[v]), length = strlen(text);
    if (strncmp(text, bench_verdict_names[v], n) != 0) continue;
    *verdict = (enum bench_verdict)v;
    *detail = NULL;
    if (!text[n]) return true;
    if (v == BENCH_TRUE || text[n] != '(' || text[length - 1] != ')' || length - n < 3) return false;
    *detail = arena_printf(arena, "%.*s", (int)(length - n - 2), text + n + 1);
    return true;
  }
  return false;
}

static void set_detail(struct bench_answer *out, enum bench_verdict verdict, const char *detail) {
  out->verdict = verdict;
  text_clear(&out->detail);
  text_add(&out->detail, detail);
}

// The text with $1 … $9 replaced.
static void add_groups(struct text *out, const char *detail, const char *output, const regmatch_t *groups) {
  for (; *detail; detail++) {
    if (detail[0] == '$' && detail[1] >= '1' && detail[1] <= '9') {
      const regmatch_t *group = &groups[*++detail - '0'];
      if (group->rm_so >= 0) text_add_n(out, output + group->rm_so, (size_t)(group->rm_eo - group->rm_so));
    } else {
      text_addc(out, *detail);
    }
  }
}

static bool fits(const struct bench_rule *rule, const struct supervise_result *run, const char *output,
                 regmatch_t *groups) {
  if (rule->has_status && (run->end != SUPERVISE_EXITED || run->status != rule->status)) return false;
  return !rule->has_output || regexec(&rule->output, output, GROUPS, groups, 0) == 0;
}

static bool by_rules(const struct vec_bench_rule *rules, const struct supervise_result *run, const char *output,
                     struct bench_answer *out) {
  for (uint32_t i = 0; i < rules->size; i++) {
    const struct bench_rule *rule = &rules->data[i];
    regmatch_t groups[GROUPS];
    for (int k = 0; k < GROUPS; k++) groups[k].rm_so = -1;
    if (!fits(rule, run, output, groups)) continue;
    set_detail(out, rule->verdict, "");
    if (rule->detail) add_groups(&out->detail, rule->detail, output, groups);
    return true;
  }
  return false;
}

// The last line that begins with "RESULT: ".
static bool by_result_line(const char *output, struct bench_answer *out) {
  static const char mark[] = "RESULT: ";
  const char *found = NULL;
  for (const char *line = output; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, mark, sizeof mark - 1) == 0) found = line + sizeof mark - 1;
  }
  if (!found) return false;
  struct arena arena;
  arena_init(&arena);
  const char *detail;
  enum bench_verdict verdict;
  bool good =
      bench_verdict_read(arena_printf(&arena, "%.*s", (int)strcspn(found, "\r\n"), found), &arena, &verdict, &detail);
  if (good) set_detail(out, verdict, detail ? detail : "");
  arena_release(&arena);
  return good;
}

static const char *limit_of(enum supervise_end end) {
  switch (end) {
  case SUPERVISE_CPU: return "timeout";
  case SUPERVISE_WALL: return "timeout";
  case SUPERVISE_MEMORY: return "memory";
  case SUPERVISE_OUTPUT: return "output";
  default: return NULL;
  }
}

static void without_answer(const struct supervise_result *run, struct bench_answer *out) {
  set_detail(out, BENCH_ERROR, "");
  if (run->end == SUPERVISE_NOT_STARTED) text_printf(&out->detail, "not started: %s", strerror(run->status));
  else if (run->end == SUPERVISE_SIGNALLED) text_printf(&out->detail, "signal %d", run->status);
  else if (run->status) text_printf(&out->detail, "status %d", run->status);
  else set_detail(out, BENCH_UNKNOWN, "no verdict");
}

void bench_answer_of(const struct vec_bench_rule *rules, const struct supervise_result *run, const char *output,
                     struct bench_answer *out) {
  const char *limit = limit_of(run->end);
  if (limit) set_detail(out, BENCH_UNKNOWN, limit);
  else if (run->end == SUPERVISE_NOT_STARTED) without_answer(run, out);
  else if (rules->size ? by_rules(rules, run, output, out)
                       : run->end == SUPERVISE_EXITED && by_result_line(output, out))
    return;
  else without_answer(run, out);
}

void bench_rules_release(struct vec_bench_rule *rules) {
  for (uint32_t i = 0; i < rules->size; i++)
    if (rules->data[i].has_output) regfree(&rules->data[i].output);
  vec_bench_rule_release(rules);
}
