// Recorded paths as text (error_paths.h has the form).
#include "error_paths.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// --- writing -----------------------------------------------------------------------------------------------------

static int by_id(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

static void collect(struct terms *tm, struct term t, struct map_u32 *seen, struct vec_u32 *vars) {
  uint32_t n;
  const uint32_t *ids = term_free_vars(tm, t, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (map_u32_find(seen, ids[i])) continue;
    map_u32_put(seen, ids[i], 1);
    vec_u32_push(vars, ids[i]);
  }
}

// The program's variables: all that occur and are no inputs.
static void collect_all(struct terms *tm, const struct recorded_path *path, struct vec_u32 *vars) {
  struct map_u32 seen = {0};
  for (uint32_t i = 0; i < path->steps.size; i++)
    for (uint32_t k = 0; k < path->steps.data[i].n_inputs; k++) map_u32_put(&seen, path->steps.data[i].inputs[k].id, 1);
  for (uint32_t i = 0; i < path->steps.size; i++) {
    const struct step *s = &path->steps.data[i];
    collect(tm, s->guard, &seen, vars);
    for (uint32_t k = 0; k < s->n_updates; k++) {
      collect(tm, s->updates[k].var, &seen, vars);
      collect(tm, s->updates[k].value, &seen, vars);
    }
  }
  map_u32_release(&seen);
  if (vars->size) qsort(vars->data, vars->size, sizeof *vars->data, by_id);
}

static void print_variable(struct terms *tm, const char *word, struct term var, struct text *out) {
  text_printf(out, "%s ", word);
  sort_print_smt(tm, term_sort(tm, var), out);
  text_printf(out, " %s\n", term_var_name(tm, var));
}

static void print_step(struct terms *tm, const struct step *s, struct text *out) {
  text_add(out, "step\n");
  for (uint32_t i = 0; i < s->n_inputs; i++) print_variable(tm, "input", s->inputs[i], out);
  text_add(out, "guard ");
  term_print_smt(tm, s->guard, out);
  text_addc(out, '\n');
  for (uint32_t i = 0; i < s->n_updates; i++) {
    text_add(out, "update ");
    term_print_smt(tm, s->updates[i].value, out);
    text_printf(out, " %s\n", term_var_name(tm, s->updates[i].var));
  }
}

bool recorded_write(struct terms *tm, const struct recorded_path *path, const char *comment, const char *file,
                    struct error *error) {
  struct text out = {0};
  struct vec_u32 vars = {0};
  text_printf(&out, "# %s\n", comment);
  collect_all(tm, path, &vars);
  for (uint32_t i = 0; i < vars.size; i++) print_variable(tm, "declare", (struct term){vars.data[i]}, &out);
  for (uint32_t i = 0, k = 0; i < path->steps.size; i++) {
    for (; k < path->cuts.size && path->cuts.data[k] == i; k++) text_add(&out, "cut\n");
    print_step(tm, &path->steps.data[i], &out);
  }
  FILE *stream = fopen(file, "we");
  bool good = stream && fwrite(out.data, 1, out.size, stream) == out.size;
  if (stream) good = !fclose(stream) && good;
  if (!good) error_set(error, EXIT_DATA, "cannot write %s: %s", file, strerror(errno));
  vec_u32_release(&vars);
  text_release(&out);
  return good;
}

// --- reading -----------------------------------------------------------------------------------------------------

VEC_TYPE(vec_step_update, struct step_update)

struct reader {
  struct terms *tm;
  struct recorded_path *path;
  const char *at, *message;
  struct map_u32 names; // hash of a name → variable
  struct vec_term inputs; // of the step at hand
  struct vec_step_update updates;
  struct term guard;
  bool in_step;
};

static struct term lookup(void *context, const char *name, size_t length) {
  struct reader *r = context;
  uint32_t *var = map_u32_find(&r->names, hash_bytes(name, length) >> 1);
  bool same = var && strlen(term_var_name(r->tm, (struct term){*var})) == length &&
              !memcmp(term_var_name(r->tm, (struct term){*var}), name, length);
  return same ? (struct term){*var} : TERM_NONE;
}

static bool word(struct reader *r, const char *text) {
  size_t n = strlen(text);
  if (strncmp(r->at, text, n) != 0 || (r->at[n] != ' ' && r->at[n] != '\n')) return false;
  r->at += n;
  while (*r->at == ' ') r->at++;
  return true;
}

// To the end of the line.
static size_t name_length(struct reader *r) {
  while (*r->at == ' ') r->at++;
  return strcspn(r->at, "\n");
}

static struct term read_variable(struct reader *r) {
  struct sort sort = sort_parse(r->tm, &r->at, &r->message);
  if (!sort.id) return TERM_NONE;
  size_t length = name_length(r);
  char *name = mem_strndup(r->at, length);
  struct term known = lookup(r, name, length), var = TERM_NONE;
  if (!length || (!term_none(known) && term_sort(r->tm, known).id != sort.id)) {
    r->message = length ? "the variable has another sort elsewhere" : "expected a name";
  } else {
    var = term_var(r->tm, sort, name);
    map_u32_put(&r->names, hash_bytes(name, length) >> 1, var.id);
    r->at += length;
  }
  mem_free(name);
  return var;
}

static void end_step(struct reader *r) {
  if (!r->in_step) return;
  struct arena *arena = &r->path->arena;
  struct step_update *updates = arena_alloc(arena, (r->updates.size + 1) * sizeof *updates);
  struct term *inputs = arena_alloc(arena, (r->inputs.size + 1) * sizeof *inputs);
  for (uint32_t i = 0; i < r->updates.size; i++) updates[i] = r->updates.data[i];
  for (uint32_t i = 0; i < r->inputs.size; i++) inputs[i] = r->inputs.data[i];
  vec_step_push(&r->path->steps, (struct step){.guard = r->guard,
                                               .n_updates = r->updates.size,
                                               .updates = updates,
                                               .n_inputs = r->inputs.size,
                                               .inputs = inputs});
  vec_step_update_clear(&r->updates);
  vec_term_clear(&r->inputs);
  r->guard = term_true(r->tm);
  r->in_step = false;
}

static bool read_update(struct reader *r) {
  struct term value = term_parse(r->tm, &r->at, lookup, r, &r->message);
  if (term_none(value)) return false;
  size_t length = name_length(r);
  struct term var = lookup(r, r->at, length);
  r->at += length;
  if (term_none(var) || term_sort(r->tm, var).id != term_sort(r->tm, value).id) {
    r->message = "expected the name of a variable of the value's sort";
    return false;
  }
  vec_step_update_push(&r->updates, (struct step_update){var, value});
  return true;
}

static bool read_line(struct reader *r) {
  if (*r->at == '\n') return true;
  if (*r->at == '#') {
    r->at += strcspn(r->at, "\n");
    return true;
  }
  if (word(r, "declare")) return !term_none(read_variable(r));
  if (word(r, "cut")) {
    end_step(r);
    vec_u32_push(&r->path->cuts, r->path->steps.size);
    return true;
  }
  if (word(r, "step")) {
    end_step(r);
    return r->in_step = true;
  }
  r->message = "expected declare, step, input, guard, update or cut";
  if (!r->in_step) return false;
  if (word(r, "input")) {
    struct term input = read_variable(r);
    if (!term_none(input)) vec_term_push(&r->inputs, input);
    return !term_none(input);
  }
  if (word(r, "guard")) {
    r->guard = term_parse(r->tm, &r->at, lookup, r, &r->message);
    if (!term_none(r->guard) && sort_kind(r->tm, term_sort(r->tm, r->guard)) == SORT_BOOL) return true;
    if (!term_none(r->guard)) r->message = "a guard must be a formula";
    return false;
  }
  return word(r, "update") && read_update(r);
}

// Cuts lie inside the path, ascending.
static bool cuts_good(const struct recorded_path *path) {
  for (uint32_t i = 0; i < path->cuts.size; i++)
    if (!path->cuts.data[i] || path->cuts.data[i] >= path->steps.size ||
        (i && path->cuts.data[i - 1] >= path->cuts.data[i]))
      return false;
  return path->cuts.size > 0;
}

static bool read_file(const char *file, struct text *out) {
  FILE *stream = fopen(file, "re");
  char buffer[65536];
  size_t n;
  if (!stream) return false;
  while ((n = fread(buffer, 1, sizeof buffer, stream)) > 0) text_add_n(out, buffer, n);
  bool good = !ferror(stream);
  fclose(stream);
  return good;
}

bool recorded_read(struct terms *tm, const char *file, struct recorded_path *out, struct error *error) {
  struct text content = {0};
  struct reader r = {.tm = tm, .path = out, .guard = term_true(tm)};
  uint32_t line = 1;
  *out = (struct recorded_path){.kind = "file"};
  arena_init(&out->arena);
  bool good = read_file(file, &content);
  if (!good) error_set(error, EXIT_DATA, "cannot read %s: %s", file, strerror(errno));
  for (r.at = text_cstr(&content); good && *r.at; line++) {
    good = read_line(&r);
    while (good && *r.at == ' ') r.at++;
    if (good && *r.at && *r.at != '\n') {
      good = false;
      r.message = "the line goes on where it should end";
    }
    if (!good) error_set(error, EXIT_DATA, "%s:%u: %s", file, line, r.message ? r.message : "cannot be read");
    else if (*r.at) r.at++;
  }
  end_step(&r);
  if (good && !cuts_good(out)) {
    good = false;
    error_set(error, EXIT_DATA, "%s: cuts must lie between the steps, at least one and none twice", file);
  }
  vec_term_release(&r.inputs);
  vec_step_update_release(&r.updates);
  map_u32_release(&r.names);
  text_release(&content);
  if (!good) recorded_release(out);
  return good;
}
