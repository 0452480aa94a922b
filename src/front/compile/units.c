// Units of a compilation database: the files of the command line are compiled as their entries say, and what these
// lack is looked for in the other entries, compiled as far as needed: only what the entry function can use is missing
// (references.c), so that a project is not compiled for what one of its files could do for others.
//
// A name that is missing is looked for in the units whose text may define it (definitions.c) and, if none does, in all
// others, as macros may hide a definition; a name that the C library or the system has is not worth the latter. Of
// several units that define it one must be the best (judge), or the user has to choose.
#include "base/file/input.h"
#include "front/check/checks.h"
#include "front/compile/compile.h"
#include "front/compile/implicit.h"
#include "front/compile/module.h"
#include "front/compile/units.h"
#include "front/context.h"
#include "front/library/builtins.h"
#include "front/link/references.h"
#include <stdio.h>
#include <unistd.h>

// UNIT_LEFT: another entry of the file is linked.
enum state { UNIT_UNTRIED, UNIT_COMPILED, UNIT_LINKED, UNIT_LEFT, UNIT_FAILED };

struct unit {
  const struct front_unit *front;
  enum state state;
  LLVMModuleRef module; // of UNIT_COMPILED, owned
  struct vec_implicit implicit;
  bool scanned;
  struct map_u32 names; // that its text may define
  char *why; // of UNIT_FAILED, owned
};
VEC_TYPE(vec_unit, struct unit)

struct units {
  struct front *f;
  struct vec_unit all;
  struct vec_implicit *implicit; // of what is linked
  bool (*add)(struct front *f, LLVMModuleRef module, const char *source);
  struct map_u32 undefined; // names that no unit defines
  LLVMModuleRef models; // NULL: not asked for yet
};

const struct front_unit *units_given(struct front *f, uint32_t i, struct front_unit *plain) {
  if (f->options->given && f->options->given[i]) return f->options->given[i];
  *plain = (struct front_unit){.file = f->options->files[i]};
  return plain;
}

bool front_unit_kin(const struct front_unit *a, const struct front_unit *b) {
  if (!a->directory || !b->directory) return false;
  if (*a->target || *b->target) return strcmp(a->target, b->target) == 0;
  return *a->output && strcmp(a->output, b->output) == 0;
}

bool front_unit_same(const struct front_unit *a, const struct front_unit *b) {
  if (strcmp(a->directory, b->directory) || a->bits != b->bits || a->n_flags != b->n_flags || a->refused || b->refused)
    return false;
  for (uint32_t i = 0; i < a->n_flags; i++)
    if (strcmp(a->flags[i], b->flags[i])) return false;
  return true;
}

bool module_defines(LLVMModuleRef module, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name), global = LLVMGetNamedGlobal(module, name);
  LLVMValueRef found = function ? function : global;
  if (!found || LLVMIsDeclaration(found)) return false;
  LLVMLinkage linkage = LLVMGetLinkage(found);
  return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage && linkage != LLVMAvailableExternallyLinkage;
}

// --- compiling -------------------------------------------------------------------------------------------------------

static bool may_define(struct units *u, struct unit *unit, const char *name) {
  if (!unit->scanned) definitions_read(unit->front->path, &unit->names);
  unit->scanned = true;
  bool is_variable = LLVMGetNamedGlobal(u->f->module, name) != NULL;
  return definitions_have(&unit->names, name, !is_variable);
}

// False when the run has to stop; a unit that cannot be compiled is one that defines nothing.
static bool compile_untried(struct units *u, struct unit *unit) {
  struct front *f = u->f;
  if (unit->state != UNIT_UNTRIED) return true;
  unit->state = UNIT_FAILED;
  if (unit->front->refused) {
    unit->why = mem_strdup(unit->front->refused);
    return true;
  }
  char output[3000];
  struct error error = {0}, *outer = f->error;
  struct front_options silent = *f->options;
  const struct front_options *given = f->options;
  silent.silent = true;
  f->options = &silent;
  f->error = &error;
  snprintf(output, sizeof output, "%s/unit.bc", given->temp_dir);
  if (compile_unit(f, unit->front, output, &unit->implicit)) unit->module = compile_read(f, output, unit->front->file);
  if (unit->module) signs_find(f, unit->front, unit->module);
  unlink(output);
  f->options = given;
  f->error = outer;
  if (unit->module) unit->state = UNIT_COMPILED;
  else unit->why = mem_strdup(error.message ? error.message : "it was not compiled");
  bool broken = error.status == EXIT_INTERNAL;
  if (broken) error_set(f->error, error.status, "%s", error.message);
  error_release(&error);
  return !broken && !limits_stopped(f->limits);
}

static bool defines(struct unit *unit, const char *name) {
  return unit->state == UNIT_COMPILED && module_defines(unit->module, name);
}

// --- choosing --------------------------------------------------------------------------------------------------------

static bool is_strong(LLVMValueRef g) { return g && !LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalLinkage; }

// Does it define what the program has already? Its `main` does not count: it is another program's.
static bool clashes(LLVMModuleRef program, LLVMModuleRef module) {
  size_t n;
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g)) {
    const char *name = LLVMGetValueName2(g, &n);
    if (is_strong(g) && is_strong(LLVMGetNamedFunction(program, name)) && strcmp(name, "main")) return true;
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (is_strong(g) && is_strong(LLVMGetNamedGlobal(program, LLVMGetValueName2(g, &n)))) return true;
  return false;
}

static bool same_folder(const char *a, const char *b) {
  const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
  return x && y && x - a == y - b && strncmp(a, b, (size_t)(x - a)) == 0;
}

// Is it built for the same target as something that is in the program, or beside it?
static void find_kin(const struct units *u, const struct front_unit *front, bool *target, bool *folder) {
  for (uint32_t i = 0; i < u->all.size; i++) {
    const struct unit *other = &u->all.data[i];
    if (other->state != UNIT_LINKED) continue;
    if (*front->target && strcmp(other->front->target, front->target) == 0) *target = true;
    if (same_folder(other->front->path, front->path)) *folder = true;
  }
}

// The larger the better: what can be linked at all; what belongs to the same target; what is no program by itself, as
// tests with their stubs are; what is in the same folder.
static uint32_t judge(const struct units *u, const struct unit *unit, const char *name) {
  bool target = false, folder = false;
  find_kin(u, unit->front, &target, &folder);
  bool fits = !clashes(u->f->module, unit->module);
  bool no_program = strcmp(name, "main") == 0 || !module_defines(unit->module, "main");
  return (fits ? 8u : 0) + (target ? 4u : 0) + (no_program ? 2u : 0) + (folder ? 1u : 0);
}

static bool has_kin(const struct units *u, const struct front_unit *front) {
  for (uint32_t i = 0; i < u->all.size; i++)
    if (u->all.data[i].state == UNIT_LINKED && front_unit_kin(u->all.data[i].front, front)) return true;
  return false;
}

// The same file may stand there twice, compiled in two ways: the entry that is built with something of the program, or
// else the first, which is said.
static struct unit *choose_entry(struct units *u, struct unit *first, const char *name) {
  struct unit *other = NULL;
  for (uint32_t i = 0; i < u->all.size; i++) {
    struct unit *unit = &u->all.data[i];
    if (unit == first || strcmp(unit->front->path, first->front->path) || !defines(unit, name)) continue;
    if (!has_kin(u, first->front) && has_kin(u, unit->front)) return unit;
    if (!other && !front_unit_same(unit->front, first->front)) other = unit;
  }
  if (!other || has_kin(u, first->front)) return first;
  struct text text = {0};
  text_printf(&text, "%s: %s is compiled in several ways; the first was taken", u->f->options->database,
              first->front->file);
  vec_string_push(u->f->warnings, mem_strdup(text_cstr(&text)));
  text_release(&text);
  return first;
}

// The best of those that define it; NULL with f->error: there are several.
static struct unit *choose(struct units *u, const char *name) {
  struct unit *best = NULL, *second = NULL;
  uint32_t most = 0;
  for (uint32_t i = 0; i < u->all.size; i++) {
    struct unit *unit = &u->all.data[i];
    if (!defines(unit, name)) continue;
    uint32_t points = judge(u, unit, name);
    if (best && points == most && strcmp(best->front->path, unit->front->path)) second = second ? second : unit;
    if (best && points <= most) continue;
    best = unit;
    second = NULL;
    most = points;
  }
  if (!second) return best ? choose_entry(u, best, name) : NULL;
  error_set(u->f->error, EXIT_DATA,
            "%s: `%s` is defined in %s and in %s; name the file that is meant beside the others, or a file of the "
            "same target",
            u->f->options->database, name, best->front->file, second->front->file);
  return NULL;
}

// --- looking ---------------------------------------------------------------------------------------------------------

// Is the declaration that of a header of the system?
static bool is_of_system(LLVMValueRef function) {
  LLVMMetadataRef program = LLVMGetSubprogram(function), file = program ? LLVMDIScopeGetFile(program) : NULL;
  unsigned n = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &n) : "";
  return n > 5 && strncmp(name, "/usr/", 5) == 0;
}

static bool is_of_library(struct units *u, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(u->f->module, name);
  if (function && (is_of_system(function) || builtin_of(u->f, function, &(uint32_t){0}) != BUILTIN_NONE)) return true;
  if (!u->models) u->models = module_models(u->f);
  return u->models && module_defines(u->models, name);
}

static bool any_defines(struct units *u, const char *name) {
  for (uint32_t i = 0; i < u->all.size; i++)
    if (defines(&u->all.data[i], name)) return true;
  return false;
}

// False when the run has to stop.
static bool compile_for(struct units *u, const char *name) {
  for (uint32_t i = 0; i < u->all.size; i++)
    if (may_define(u, &u->all.data[i], name) && !compile_untried(u, &u->all.data[i])) return false;
  if (any_defines(u, name) || is_of_library(u, name)) return true;
  for (uint32_t i = 0; i < u->all.size; i++)
    if (!compile_untried(u, &u->all.data[i])) return false;
  return true;
}

static void warn_of_failures(struct units *u, const char *name) {
  for (uint32_t i = 0; i < u->all.size; i++) {
    struct unit *unit = &u->all.data[i];
    if (unit->state != UNIT_FAILED || !may_define(u, unit, name)) continue;
    struct text text = {0};
    text_printf(&text, "`%s` may be defined in %s, which could not be read: %s", name, unit->front->file, unit->why);
    vec_string_push(u->f->warnings, mem_strdup(text_cstr(&text)));
    text_release(&text);
  }
}

static bool resolve(struct units *u, const char *name) {
  bool good = compile_for(u, name);
  struct unit *unit = good ? choose(u, name) : NULL;
  if (unit) {
    LLVMModuleRef module = unit->module;
    unit->module = NULL;
    for (uint32_t i = 0; i < u->all.size; i++)
      if (strcmp(u->all.data[i].front->path, unit->front->path) == 0) u->all.data[i].state = UNIT_LEFT;
    unit->state = UNIT_LINKED;
    implicit_move(&unit->implicit, u->implicit);
    module_hide_main(u->f, module);
    good = u->add(u->f, module, unit->front->file);
  } else if (good && !u->f->error->status) {
    warn_of_failures(u, name);
    map_u32_put(&u->undefined, hash_string(name) >> 1, 1);
  }
  return good && !u->f->error->status;
}

static bool is_undefined(const struct units *u, const char *name) {
  return map_u32_get_or(&u->undefined, hash_string(name) >> 1, 0);
}

static bool has_entry(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (function_has_body(g) && strcmp(function_name(g), f->options->entry) == 0) return true;
  return false;
}

// A name that may be defined by now, as it was linked for another.
static bool is_missing(const struct units *u, LLVMValueRef g) {
  size_t n;
  return g && LLVMIsDeclaration(g) && !is_undefined(u, LLVMGetValueName2(g, &n));
}

static bool is_name_missing(const struct units *u, const char *name) {
  if (!strcmp(name, u->f->options->entry) && !has_entry(u->f)) return true;
  return is_missing(u, LLVMGetNamedFunction(u->f->module, name)) ||
         is_missing(u, LLVMGetNamedGlobal(u->f->module, name));
}

// The names that the program uses and does not define, as owned strings: functions first.
static void find_missing(struct units *u, struct vec_ptr *out) {
  struct front *f = u->f;
  size_t n;
  if (!has_entry(f)) {
    if (!is_undefined(u, f->options->entry)) vec_ptr_push(out, mem_strdup(f->options->entry));
    return;
  }
  struct references used;
  references_find(f, &used);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (is_missing(u, g) && !LLVMGetIntrinsicID(g) && references_have(&used, g))
      vec_ptr_push(out, mem_strdup(LLVMGetValueName2(g, &n)));
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (is_missing(u, g) && references_have(&used, g)) vec_ptr_push(out, mem_strdup(LLVMGetValueName2(g, &n)));
  references_release(&used);
}

// Links what is missing now. True: there may be more to do.
static bool link_missing(struct units *u) {
  struct vec_ptr names = {0};
  find_missing(u, &names);
  bool more = names.size > 0;
  for (uint32_t i = 0; i < names.size; i++) {
    if (more && is_name_missing(u, names.data[i])) more = resolve(u, names.data[i]);
    mem_free(names.data[i]);
  }
  vec_ptr_release(&names);
  return more;
}

static enum state first_state(struct front *f, const struct front_unit *unit) {
  enum state state = unit->bits && unit->bits != f->options->bits ? UNIT_FAILED : UNIT_UNTRIED;
  for (uint32_t i = 0; i < f->options->n_files; i++) {
    const struct front_unit *given = f->options->given[i];
    if (given == unit) return UNIT_LINKED;
    if (given && strcmp(given->path, unit->path) == 0) state = UNIT_LEFT;
  }
  return state;
}

static void release(struct units *u) {
  for (uint32_t i = 0; i < u->all.size; i++) {
    struct unit *unit = &u->all.data[i];
    if (unit->module) LLVMDisposeModule(unit->module);
    implicit_release(&unit->implicit);
    map_u32_release(&unit->names);
    mem_free(unit->why);
  }
  if (u->models) LLVMDisposeModule(u->models);
  vec_unit_release(&u->all);
  map_u32_release(&u->undefined);
}

bool units_link(struct front *f, struct vec_implicit *implicit,
                bool (*add)(struct front *f, LLVMModuleRef module, const char *source)) {
  if (!f->options->given || !f->module) return true;
  struct units u = {.f = f, .implicit = implicit, .add = add};
  for (uint32_t i = 0; i < f->options->n_units; i++) {
    const struct front_unit *front = &f->options->units[i];
    enum state state = first_state(f, front);
    char *why = state == UNIT_FAILED ? mem_strdup("it is for another data model") : NULL;
    vec_unit_push(&u.all, (struct unit){.front = front, .state = state, .why = why});
  }
  while (link_missing(&u)) continue;
  release(&u);
  return !f->error->status && !limits_stopped(f->limits);
}
