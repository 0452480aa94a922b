// Reads the inputs of a test: `<input …>value</input>` in order, of a testcase of Test-Comp; or the entries of an array
// clew_inputs in C, as suites (`{"function", low, high, number}`) and harnesses (`{"function", {.i = value}, times}`)
// have them.
#include "base/file/input.h"
#include "campaign/tests/testcase.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define TRIAL_SECONDS 10.0

struct reader {
  const char *file, *begin, *at;
  struct trial_inputs *out;
  struct error *error;
};

static bool fail(struct reader *r, const char *at, const char *what) {
  unsigned line = 1, column = 1;
  for (const char *c = r->begin; c < at && *c; c++) {
    column = *c == '\n' ? 1 : column + 1;
    line += *c == '\n';
  }
  error_set(r->error, EXIT_DATA, "%s:%u:%u: %s", r->file, line, column, what);
  return false;
}

static bool add_value(struct reader *r, const char *at, const char *text, unsigned long times, bool in_library) {
  struct trial_input input;
  if (!trial_value_read(text, &input)) return fail(r, at, "not a value: expected a number");
  input.in_library = in_library;
  if (r->out->sequence.size + times > TRIAL_MOST_INPUTS) return fail(r, at, "a test has at most 262144 inputs");
  while (times--) vec_trial_input_push(&r->out->sequence, input);
  return true;
}

// --- XML -------------------------------------------------------------------------------------------------

static void add_character(struct text *out, const char **at) {
  static const struct {
    const char *name;
    char character;
  } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
  for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
    if (strncmp(*at, entities[i].name, strlen(entities[i].name)) == 0) {
      text_addc(out, entities[i].character);
      *at += strlen(entities[i].name);
      return;
    }
  char *end = NULL;
  unsigned long code = 0;
  if (!strncmp(*at, "&#x", 3) && isxdigit((unsigned char)(*at)[3])) code = strtoul(*at + 3, &end, 16);
  else if (!strncmp(*at, "&#", 2) && isdigit((unsigned char)(*at)[2])) code = strtoul(*at + 2, &end, 10);
  if (end && *end == ';' && code && code < 128) { // others are in no number
    text_addc(out, (char)code);
    *at = end + 1;
    return;
  }
  text_addc(out, *(*at)++);
}

static bool skip_to(struct reader *r, const char *end, const char *what) {
  const char *found = strstr(r->at, end);
  if (!found) return fail(r, r->at, what);
  r->at = found + strlen(end);
  return true;
}

// The content of an element up to its end tag, without blanks around it.
static bool read_content(struct reader *r, struct text *out) {
  const char *start = r->at;
  static const char raw[] = "<![CDATA[";
  while (isspace((unsigned char)*r->at)) r->at++;
  while (*r->at) {
    const char *before = r->at;
    if (*r->at != '<') {
      add_character(out, &r->at);
    } else if (!strncmp(r->at, raw, sizeof raw - 1)) {
      if (!skip_to(r, "]]>", "a section CDATA without its end")) return false;
      before += sizeof raw - 1;
      text_add_n(out, before, (size_t)(r->at - before) - strlen("]]>"));
    } else if (!strncmp(r->at, "<!--", 4)) {
      if (!skip_to(r, "-->", "a comment without its end")) return false;
    } else {
      break;
    }
  }
  while (out->size && isspace((unsigned char)out->data[out->size - 1])) out->data[--out->size] = 0;
  if (strncmp(r->at, "</input", 7) != 0) return fail(r, start, "an input without its end: expected </input>");
  return true;
}

static bool starts(const char *at, const char *name) {
  size_t n = strlen(name);
  return strncmp(at, name, n) == 0 && (isspace((unsigned char)at[n]) || at[n] == '>' || at[n] == '/');
}

static bool read_input(struct reader *r) {
  const char *start = r->at;
  if (!skip_to(r, ">", "a tag without its end")) return false;
  if (r->at[-2] == '/') return fail(r, start, "an input without a value");
  struct text value = {0};
  bool good = read_content(r, &value) && add_value(r, start, text_cstr(&value), 1, false);
  text_release(&value);
  return good;
}

// <!-- of the C library: 42 -->, as suites have it (report/suite_files.h)
static bool read_comment(struct reader *r, bool inside) {
  static const char words[] = "<!-- of the C library: ";
  const char *start = r->at;
  if (!skip_to(r, "-->", "a comment without its end")) return false;
  if (!inside || strncmp(start, words, sizeof words - 1)) return true;
  const char *value = start + sizeof words - 1;
  size_t n = (size_t)(r->at - value) - strlen("-->");
  while (n && value[n - 1] == ' ') n--;
  char *text = mem_strndup(value, n);
  bool good = add_value(r, start, text, 1, true);
  mem_free(text);
  return good;
}

// Bytes are read as they are, so an encoding must have ASCII in it.
static bool read_declaration(struct reader *r) {
  const char *start = r->at;
  if (!skip_to(r, "?>", "a declaration without its end")) return false;
  const char *name = strstr(start, "encoding");
  if (!name || name > r->at) return true;
  name += strcspn(name, "\"'>");
  static const char *const known[] = {"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "windows-1252"};
  for (size_t i = 0; *name != '>' && i < sizeof known / sizeof *known; i++)
    if (!strncasecmp(name + 1, known[i], strlen(known[i])) && name[1 + strlen(known[i])] == *name) return true;
  return fail(r, start, "an encoding that is not read: expected UTF-8");
}

static bool read_xml(struct reader *r) {
  bool inside = false;
  r->out->separate = true;
  while ((r->at = strchr(r->at, '<'))) {
    if (strncmp(r->at, "<!--", 4) == 0) {
      if (!read_comment(r, inside)) return false;
    } else if (strncmp(r->at, "<?xml ", 6) == 0) {
      if (!read_declaration(r)) return false;
    } else if (starts(r->at, "<testcase")) {
      inside = true;
      r->at++;
    } else if (strncmp(r->at, "</testcase", 10) == 0) {
      return inside || fail(r, r->at, "not a test: expected <testcase> first");
    } else if (starts(r->at, "<input")) {
      if (!inside) return fail(r, r->at, "not a test: an input outside of <testcase>");
      if (!read_input(r)) return false;
    } else if (strncmp(r->at, "<?", 2) == 0 || strncmp(r->at, "<!", 2) == 0 || strncmp(r->at, "</input", 7) == 0) {
      r->at++;
    } else {
      return fail(r, r->at, "not a test: expected <input>");
    }
  }
  r->at = r->begin;
  return fail(r, r->begin + strlen(r->begin), inside ? "the end of <testcase> is missing" : "there is no <testcase>");
}

// --- C ---------------------------------------------------------------------------------------------------

// A literal as harness_literal and trial_harness_entry write them, in the words of trial_value_read.
static void plain_literal(char *literal, struct text *out) {
  bool negative = literal[0] == '-';
  unsigned long long high, low;
  if (sscanf(literal, "(unsigned __int128)%llxu << 64 | %llxu", &high, &low) == 2)
    text_printf(out, "0x%llx%016llx", high, low);
  else if (strncmp(literal, "(unsigned long long)(1ull", 25) == 0) text_add(out, "0x8000000000000000");
  else if (strncmp(literal, "(unsigned long long)", 20) == 0) text_add(out, literal + 20);
  else if (strncmp(literal + negative, "__builtin_nan", 13) == 0) text_add(out, negative ? "-nan" : "nan");
  else if (strncmp(literal + negative, "__builtin_inf", 13) == 0) text_add(out, negative ? "-inf" : "inf");
  else if (strcmp(literal, "-9223372036854775807 - 1") == 0) text_add(out, "-9223372036854775808");
  else text_add(out, literal);
}

// {.i = 3}, 1
static bool read_harness_entry(struct reader *r, const char *start) {
  const char *equals = strchr(r->at, '='), *end = strchr(r->at, '}');
  if (!equals || !end || equals > end) return fail(r, r->at, "expected {.i = VALUE}");
  for (equals++; *equals == ' ';) equals++;
  char *literal = mem_strndup(equals, (size_t)(end - equals));
  struct text value = {0};
  plain_literal(literal, &value);
  char *rest;
  unsigned long times = end[1] == ',' ? strtoul(end + 2, &rest, 10) : 0;
  r->at = end + 1;
  bool good = times ? add_value(r, start, text_cstr(&value), times, false) : fail(r, end, "expected how many times");
  text_release(&value);
  mem_free(literal);
  return good;
}

static char *next_part(struct reader *r) {
  while (*r->at == ' ') r->at++;
  size_t n = strcspn(r->at, ",}\n");
  char *part = mem_strndup(r->at, n);
  r->at += n + (r->at[n] == ',');
  return part;
}

// 3, 0, 0}
static bool read_suite_entry(struct reader *r, const char *start) {
  struct text low = {0}, number = {0};
  char *parts[3] = {next_part(r), next_part(r), next_part(r)};
  plain_literal(parts[0], &low);
  plain_literal(parts[2], &number);
  struct trial_input integer, high, real;
  bool good = trial_value_read(text_cstr(&low), &integer) && trial_value_read(parts[1], &high) &&
              trial_value_read(text_cstr(&number), &real);
  if (good) {
    integer.bits[1] = high.bits[0] ? high.bits[0] : integer.bits[1];
    bool is_float = strcmp(parts[2], "0") != 0;
    const char *rest = r->at + strspn(r->at, "}, ");
    struct trial_input *given = is_float ? &real : &integer;
    given->in_library = !strncmp(rest, "// of the C library", strlen("// of the C library"));
    r->out->separate = true;
    vec_trial_input_push(&r->out->sequence, *given);
  }
  for (int i = 0; i < 3; i++) mem_free(parts[i]);
  text_release(&low);
  text_release(&number);
  return good || fail(r, start, "expected {\"function\", LOW, HIGH, NUMBER}");
}

static bool read_c(struct reader *r) {
  static const char head[] = "clew_inputs[] = {\n";
  const char *table = strstr(r->begin, head);
  if (!table) return fail(r, r->begin, "not a test: neither a <testcase> nor C with an array clew_inputs");
  for (r->at = table + sizeof head - 1; *r->at;) {
    r->at += strspn(r->at, " \t\n");
    const char *start = r->at;
    if (strncmp(r->at, "{\"", 2) != 0) return *r->at == '{' || fail(r, start, "expected an input");
    const char *end = strchr(r->at + 2, '"');
    if (!end || end[1] != ',') return fail(r, start, "expected the name of a function");
    for (r->at = end + 2; *r->at == ' ';) r->at++;
    if (!(*r->at == '{' ? read_harness_entry(r, start) : read_suite_entry(r, start))) return false;
    r->at += strcspn(r->at, "\n");
  }
  return fail(r, r->at, "the end of clew_inputs is missing");
}

bool testcase_read(const char *file, struct trial_inputs *out, struct error *error) {
  struct text content = {0};
  if (!input_read(file, &content, error)) return false;
  struct reader r = {.file = file, .begin = text_cstr(&content), .out = out, .error = error};
  if (!strncmp(r.begin, "\xef\xbb\xbf", 3)) r.begin += 3;
  r.at = r.begin;
  const char *first = r.begin + strspn(r.begin, " \t\r\n");
  bool good = r.begin + strlen(r.begin) == content.data + content.size ||
              fail(&r, r.begin + strlen(r.begin), "a byte that is zero");
  good = good && (*first == '<' ? read_xml(&r) : read_c(&r));
  text_release(&content);
  return good;
}

// --- running ---------------------------------------------------------------------------------------------

static bool values_fit(const struct trials *t, const char *file, const struct trial_inputs *inputs,
                       const struct trial *trial, struct error *error) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < trial->n_taken && inputs->separate; i++) {
    if (trial->taken[i].in_library) continue;
    while (next < inputs->sequence.size && inputs->sequence.data[next].in_library) next++;
    if (next >= inputs->sequence.size) break;
    const struct trial_input *given = &inputs->sequence.data[next++];
    if (suite_value_fits(&t->suite, &trial->taken[i], given)) continue;
    error_set(error, EXIT_DATA, "%s: input %" PRIu32 ", %.21Lg, is no value that %s can return", file, next,
              given->extended, trial->taken[i].function);
    return false;
  }
  return true;
}

bool testcase_run(struct trials *t, const char *file, const struct trial_inputs *inputs, struct trial *trial,
                  struct error *error) {
  double left = limits_remaining(&t->job->limits), seconds = left < TRIAL_SECONDS ? left : TRIAL_SECONDS;
  trial_run(t->program, inputs, inputs->separate ? TRIAL_MOST_INPUTS : inputs->sequence.size, seconds, trial);
  return values_fit(t, file, inputs, trial, error);
}
