// A trace as text.
#include "base/text/colour.h"
#include "trace/trace_builder.h"
#include <inttypes.h>
#include <string.h>

#define SOURCE_COLUMNS 70u
#define INDENT_MAX 20u      // levels
#define DULL_RUN 8u         // lines in a row that change nothing: of more than this many
#define DULL_SHOWN 3u       // only so many are shown at either end

struct printer {
  const struct trace *trace;
  const struct cfa *cfa;
  struct source_files *sources;
  bool colour, one_file;
  uint32_t width;           // of the column of places
  struct text *out;
};

static const char *colour(const struct printer *p, const char *code) { return p->colour ? code : ""; }

static const char *base_name(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? slash + 1 : file;
}

static void print_place(const struct printer *p, struct source_place place, struct text *out) {
  if (!place.line || place.file >= p->cfa->files.size) return;
  const char *file = p->cfa->files.data[place.file];
  text_printf(out, "%s:%" PRIu32, p->one_file ? base_name(file) : file, place.line);
}

// One file needs no folders; the column is as wide as its widest place.
static void measure(struct printer *p) {
  uint32_t file = UINT32_MAX;
  p->one_file = true;
  for (uint32_t i = 0; i < p->trace->rows.size; i++) {
    const struct trace_row *row = &p->trace->rows.data[i];
    if (!row->place.line) continue;
    if (file != UINT32_MAX && file != row->place.file) p->one_file = false;
    file = row->place.file;
  }
  for (uint32_t i = 0; i < p->trace->rows.size; i++) {
    struct text text = {0};
    print_place(p, p->trace->rows.data[i].place, &text);
    if (text.size > p->width && text.size <= 40) p->width = (uint32_t)text.size;
    text_release(&text);
  }
}

static void print_value(const struct printer *p, const struct trace_value *value, struct text *out) {
  const char *brackets = value->is_called ? "()" : "";
  if (value->name) text_printf(out, "%s = %s", value->name, value->value);
  else text_printf(out, "%s%s = %s", value->input, brackets, value->value);
  if (value->name && value->input) text_printf(out, " (%s%s)", value->input, brackets);
  (void)p;
}

static void print_values(const struct printer *p, const struct trace_row *row, struct text *out) {
  for (uint32_t i = 0; i < row->values.size; i++) {
    if (i) text_add(out, ", ");
    print_value(p, &row->values.data[i], out);
  }
}

static void print_head(const struct printer *p, const struct trace_row *row, bool with_place) {
  struct text place = {0};
  if (with_place) print_place(p, row->place, &place);
  uint32_t depth = row->depth < INDENT_MAX ? row->depth : INDENT_MAX;
  text_printf(p->out, "  %s%-*s%s  %*s", colour(p, COLOUR_DIM), (int)p->width, text_cstr(&place), colour(p, COLOUR_OFF),
              (int)(2 * depth), "");
  text_release(&place);
}

static void print_line(const struct printer *p, const struct trace_row *row) {
  const char *source = source_line(p->sources, row->place.file, row->place.line);
  print_head(p, row, true);
  uint32_t length = source ? (uint32_t)strlen(source) : 0;
  if (length > SOURCE_COLUMNS) {
    length = SOURCE_COLUMNS;
    while (length && ((unsigned char)source[length] & 0xc0) == 0x80) length--; // not within a character
    text_printf(p->out, "%.*s…", (int)length, source);
  } else if (source) text_add(p->out, source);
  if (row->values.size) {
    uint32_t depth = row->depth < INDENT_MAX ? row->depth : INDENT_MAX, used = 2 * depth + length;
    text_printf(p->out, "%*s%s", used < 40 ? (int)(40 - used) : 2, "", colour(p, COLOUR_VALUE));
    text_add(p->out, source ? "// " : "");
    print_values(p, row, p->out);
    text_add(p->out, colour(p, COLOUR_OFF));
  }
}

static void print_row(const struct printer *p, const struct trace_row *row) {
  const char *function = row->function < p->cfa->functions.size ? p->cfa->functions.data[row->function].shown : "?";
  switch (row->kind) {
  case TRACE_LINE: print_line(p, row); break;
  case TRACE_CALL:
    print_head(p, row, false);
    text_printf(p->out, "%s%s(", colour(p, COLOUR_BOLD), function);
    print_values(p, row, p->out);
    if (row->values_more) text_add(p->out, row->values.size ? ", …" : "…");
    text_printf(p->out, ")%s", colour(p, COLOUR_OFF));
    break;
  case TRACE_RETURN:
    print_head(p, row, false);
    text_printf(p->out, "%s%s returns", colour(p, COLOUR_DIM), function);
    if (row->values.size) {
      const struct trace_value *value = &row->values.data[0];
      if (value->name) text_printf(p->out, ": %s = %s", value->name, value->value);
      else text_printf(p->out, " %s", value->value);
    }
    text_add(p->out, colour(p, COLOUR_OFF));
    break;
  case TRACE_GAP:
    print_head(p, row, false);
    text_printf(p->out, "%s… %" PRIu64 " more %s%s", colour(p, COLOUR_DIM), row->skipped,
                row->is_loop ? "iteration" : "step", row->skipped == 1 ? "" : "s");
    if (row->is_loop && row->place.line) {
      text_add(p->out, " of the loop at ");
      print_place(p, row->place, p->out);
    }
    text_printf(p->out, " …%s", colour(p, COLOUR_OFF));
    break;
  case TRACE_ERROR:
    print_line(p, row);
    text_add(p->out, source_line(p->sources, row->place.file, row->place.line) ? "  // " : "");
    text_printf(p->out, "%serror: %s%s", colour(p, COLOUR_FALSE),
                row->text && *row->text ? row->text : "the error is reached", colour(p, COLOUR_OFF));
    break;
  }
  text_addc(p->out, '\n');
}

// Rows from `at` on that only say which way the program went, all on one level.
static uint32_t dull_run(const struct printer *p, uint32_t at, uint32_t end) {
  const struct trace_row *rows = p->trace->rows.data;
  uint32_t n = 0;
  while (at + n < end && rows[at + n].kind == TRACE_LINE && !rows[at + n].values.size &&
         rows[at + n].depth == rows[at].depth && rows[at + n].function == rows[at].function)
    n++;
  return n;
}

static void print_rows(const struct printer *p, uint32_t from, uint32_t end) {
  for (uint32_t i = from; i < end;) {
    uint32_t dull = dull_run(p, i, end);
    if (dull <= DULL_RUN) {
      uint32_t n = dull ? dull : 1;
      for (uint32_t k = 0; k < n; k++) print_row(p, &p->trace->rows.data[i + k]);
      i += n;
      continue;
    }
    for (uint32_t k = 0; k < DULL_SHOWN; k++) print_row(p, &p->trace->rows.data[i + k]);
    print_head(p, &p->trace->rows.data[i], false);
    text_printf(p->out, "%s… %" PRIu32 " lines that change nothing …%s\n", colour(p, COLOUR_DIM), dull - 2 * DULL_SHOWN,
                colour(p, COLOUR_OFF));
    for (uint32_t k = dull - DULL_SHOWN; k < dull; k++) print_row(p, &p->trace->rows.data[i + k]);
    i += dull;
  }
}

// --- inputs ---------------------------------------------------------------------------------

#define INPUTS_SHOWN 40u
#define READ_SHOWN 400u // bytes

static void print_input(const struct printer *p, const struct trace_input *given) {
  const struct cfa_input *input = given->input;
  struct text place = {0};
  print_place(p, input->place, &place);
  text_printf(p->out, "    %s%-*s%s  ", colour(p, COLOUR_DIM), (int)p->width, text_cstr(&place), colour(p, COLOUR_OFF));
  text_release(&place);
  bool is_called = input->kind == INPUT_NONDET || input->kind == INPUT_UNDEFINED || input->kind == INPUT_LIBRARY;
  const char *value = given->value ? given->value : "any value", *name = input->name ? input->name : "?";
  if (input->kind == INPUT_ASSEMBLY) name = "inline assembly";
  const char *note = input->kind == INPUT_UNDEFINED ? ", which has no body" : "";
  const char *variable = given->object ? given->object : given->variable;
  // Of a variable that holds several fields each is listed by its own name.
  if (input->kind == INPUT_UNINIT)
    text_printf(p->out, "%s = %s (%s)", variable && !*input->ctype ? variable : name, value,
                trace_is_elsewhere(p->cfa, input) ? "external" : "uninitialised");
  else if (variable) text_printf(p->out, "%s = %s (%s%s%s)", variable, value, name, is_called ? "()" : "", note);
  else
    text_printf(p->out, "%s%s = %s%s%s%s", name, is_called ? "()" : "", value, *note ? " (" : "", *note ? note + 2 : "",
                *note ? ")" : "");
  if (given->times > 1) text_printf(p->out, ", %" PRIu32 " times", given->times);
  text_addc(p->out, '\n');
}

// As a shell would take it.
static void print_word(const char *word, struct text *out) {
  size_t n = strlen(word);
  bool plain = n && strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_") == n;
  bool is_printable = true;
  for (const char *c = word; *c; c++) is_printable &= *c >= ' ' && *c < 127;
  if (plain) {
    text_add(out, word);
    return;
  }
  text_add(out, is_printable ? "'" : "$'");
  for (; *word; word++) {
    unsigned char c = (unsigned char)*word;
    if (c == '\'') text_add(out, is_printable ? "'\\''" : "\\'");
    else if (!is_printable && (c < ' ' || c >= 127 || c == '\\')) text_printf(out, "\\%03o", c);
    else text_addc(out, (char)c);
  }
  text_addc(out, '\'');
}

static void print_arguments(const struct printer *p) {
  const struct trace *trace = p->trace;
  const char *at = text_cstr(&trace->arguments), *end = at + trace->arguments.size;
  text_printf(p->out, "    arguments (argc = %" PRIu32 "):", trace->argc);
  uint32_t k = 0;
  for (; at < end && k <= INPUTS_SHOWN; at += strlen(at) + 1, k++) {
    if (!k && !*at) continue; // its name does not matter
    text_addc(p->out, ' ');
    if (!k) text_add(p->out, "argv[0] = ");
    print_word(at, p->out);
    if (!k && trace->argc > 1) text_addc(p->out, ',');
  }
  text_add(p->out, at < end ? " …\n" : trace->argc < 2 && !*text_cstr(&trace->arguments) ? " none\n" : "\n");
}

static void print_environment(const struct printer *p) {
  const struct text *environment = &p->trace->environment;
  const char *at = text_cstr(environment), *end = at + environment->size;
  for (uint32_t k = 0; at < end && k <= INPUTS_SHOWN; at += strlen(at) + 1, k++) {
    const char *value = strchr(at, '=');
    text_printf(p->out, "    environment: %.*s", (int)(value ? value + 1 - at : (ptrdiff_t)strlen(at)), at);
    if (!value) text_add(p->out, " is not set");
    else if (value[1]) print_word(value + 1, p->out);
    text_addc(p->out, '\n');
  }
}

static void print_bytes(const struct printer *p, const struct text *bytes, bool has_more) {
  size_t n = bytes->size < READ_SHOWN ? bytes->size : READ_SHOWN;
  if (n || !has_more) memory_view_print_string(text_cstr(bytes), n, p->out);
  if (n < bytes->size) text_printf(p->out, "… (%zu bytes)", bytes->size);
  else if (has_more) text_add(p->out, n ? " and more, see below" : "see what is read below");
  text_addc(p->out, '\n');
}

static void print_read(const struct printer *p) {
  text_add(p->out, "    standard input: ");
  print_bytes(p, &p->trace->read, p->trace->reads_more);
}

static void print_files(const struct printer *p) {
  for (uint32_t i = 0; i < p->trace->files.size; i++) {
    const struct replay_file *file = &p->trace->files.data[i];
    text_add(p->out, "    file ");
    print_word(file->name, p->out);
    if (file->is_missing && !file->has_more) {
      text_add(p->out, " does not exist\n");
      continue;
    }
    text_add(p->out, ": ");
    print_bytes(p, &file->bytes, file->has_more);
  }
}

static void print_unprovided(const struct printer *p) {
  const struct vec_string *names = &p->trace->unprovided;
  for (uint32_t i = 0; i < names->size; i++)
    text_printf(p->out, "%s%s()%s", i ? ", " : "    from the system: what ", names->data[i],
                i + 1 < names->size ? ""
                : names->size > 1   ? " return\n"
                                    : " returns\n");
}

void trace_print_inputs(const struct trace *trace, const struct cfa *cfa, bool in_colour, struct text *out) {
  struct printer p = {.trace = trace, .cfa = cfa, .colour = in_colour, .out = out};
  uint32_t n = trace->inputs.size;
  bool is_outside = trace->reads || trace->has_arguments || trace->environment.size || trace->files.size ||
                    trace->unprovided.size;
  if (!n && !is_outside && !trace->uninitialised.size) return;
  measure(&p);
  text_add(out, "  Inputs:\n");
  if (trace->has_arguments) print_arguments(&p);
  print_environment(&p);
  if (trace->reads) print_read(&p);
  print_files(&p);
  print_unprovided(&p);
  for (uint32_t i = 0; i < n; i++) {
    if (n > INPUTS_SHOWN && i == INPUTS_SHOWN / 2) {
      text_printf(out, "    … %" PRIu32 " more …\n", n - INPUTS_SHOWN);
      i = n - INPUTS_SHOWN / 2;
    }
    print_input(&p, &trace->inputs.data[i]);
  }
  for (uint32_t i = 0; i < trace->uninitialised.size; i++) print_input(&p, &trace->uninitialised.data[i]);
  text_add(out, "  Run:\n");
}

void trace_print(const struct trace *trace, const struct cfa *cfa, bool in_colour, uint32_t max_rows,
                 struct text *out) {
  struct printer p = {.trace = trace, .cfa = cfa, .colour = in_colour, .out = out};
  if (!max_rows) max_rows = 200;
  p.sources = source_files_new(cfa);
  measure(&p);
  uint32_t n = trace->rows.size, head = n, tail = n;
  if (n > max_rows) {
    head = max_rows / 2;
    tail = n - (max_rows - head);
  }
  print_rows(&p, 0, head);
  if (tail > head && head < n)
    text_printf(out, "  %s… %" PRIu32 " lines …%s\n", colour(&p, COLOUR_DIM), tail - head, colour(&p, COLOUR_OFF));
  print_rows(&p, head < n ? tail : n, n);
  if (!trace->complete) text_add(out, "  (the trace is not complete)\n");
  source_files_free(p.sources);
}
