// The whole way from files to an automaton.
#include "cfa/marks.h"
#include "front/check/checks.h"
#include "front/check/pass.h"
#include "front/check/safety.h"
#include "front/compile/compile.h"
#include "front/compile/implicit.h"
#include "front/compile/module.h"
#include "front/compile/units.h"
#include "front/export/goals.h"
#include "front/export/native.h"
#include "front/export/traced.h"
#include "front/library/builtins.h"
#include "front/link/functions.h"
#include "front/link/link.h"
#include "front/link/undefined.h"
#include "front/memory/objects.h"
#include "front/memory/pointsto.h"
#include "front/memory/puns.h"
#include "front/start/start.h"
#include "front/translate/call.h"
#include "front/translate/jump.h"
#include "front/translate/names.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <stdio.h>
#include <unistd.h>

// Makes the cfa functions with their parameters, so that calls can refer to them before they are translated.
static bool has_va_start(struct front *f, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      uint32_t detail;
      if (LLVMGetInstructionOpcode(i) == LLVMCall && called_function(i) &&
          builtin_of(f, called_function(i), &detail) == BUILTIN_VA_START)
        return true;
    }
  return false;
}

static void declare_function(struct front *f, LLVMValueRef function) {
  struct cfa *cfa = f->cfa;
  size_t n;
  uint32_t id =
      cfa_add_function(cfa, is_stand_in(function) ? function_name(function) : LLVMGetValueName2(function, &n));
  map_u32_put(&f->function_ids, key_of(function), id);
  cfa->functions.data[id].shown = cfa_string(cfa, function_name(function));
  cfa->functions.data[id].is_model = is_model(function) || is_stand_in(function);
  cfa->functions.data[id].is_start = function == entry_start(f);
  cfa->functions.data[id].place = place_of_function(f, function);
  struct vec_leaf leaves = {0};
  for (unsigned k = 0; k < LLVMCountParams(function); k++) {
    LLVMValueRef param = LLVMGetParam(function, k);
    const char *name = LLVMGetValueName2(param, &n);
    vec_leaf_clear(&leaves);
    type_leaves(f, LLVMTypeOf(param), 0, &leaves);
    for (uint32_t i = 0; i < leaves.size; i++) {
      uint32_t var = cfa_add_var(cfa, id, VAR_TEMP, n ? name : "param", "", type_sort(f, leaves.data[i].type));
      vec_u32_push(&cfa->functions.data[id].params, var);
    }
  }
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) && has_va_start(f, function)) {
    // Where the arguments lie, and where they end: models take no argument that was not passed (formats.c).
    for (int i = 0; i < (is_model(function) ? 1 : 2); i++) {
      uint32_t var = cfa_add_var(cfa, id, VAR_TEMP, i ? "... end" : "...", "", sort_bv(f->tm, f->pointer_bits));
      vec_u32_push(&cfa->functions.data[id].params, var);
    }
  }
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  if (LLVMGetTypeKind(result) != LLVMVoidTypeKind) {
    vec_leaf_clear(&leaves);
    type_leaves(f, result, 0, &leaves);
    for (uint32_t i = 0; i < leaves.size; i++) {
      struct sort sort = type_sort(f, leaves.data[i].type);
      if (!i) {
        uint32_t var = cfa_add_var(cfa, id, VAR_RESULT, "return", "", sort);
        cfa->functions.data[id].result = var;
      } else { // further parts of a structure travel in globals, read right after the return
        char name[64];
        snprintf(name, sizeof name, "return%u", i);
        uint32_t var = cfa_add_var(cfa, CFA_NONE, VAR_TEMP, name, "", sort);
        if (i == 1) map_u32_put(&f->extra_results, key_of(function), var + 1);
      }
    }
  }
  vec_leaf_release(&leaves);
}

static bool is_called(struct front *f, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  return function && LLVMGetFirstUse(function) && !function_has_body(function);
}

// Which functions and objects there are, and what points where.
static bool analyse(struct front *f) {
  f->entry = module_find_entry(f);
  if (!f->entry) return false;
  vec_value_push(&f->functions, f->entry);
  start_find(f);
  bool changed;
  do { // what pointers may point to decides which functions are reached, and which objects live in memory
    pointsto_run(f);
    variadic_find(f);
    objects_find(f);
    changed = puns_mark(f);
    changed = outside_resolve(f) || changed;
    changed = changed || objects_mark_unwritten(f);
  } while (changed);
  return true;
}

static bool build(struct front *f) {
  if (!analyse(f)) return false;
  f->next_address = f->pointer_bits == 64 ? UINT64_C(0x100100000) : 0x100000; // an int has no room for an address
  regions_find_cells(f);
  assumptions_find(f);
  weak_assume(f);
  choices_assume(f);
  implicit_assume(f);
  entry_assume(f);
  contract_assume(f);
  jumps_find(f);
  jumps_make_vars(f);
  for (uint32_t i = 0; i < f->functions.size; i++) declare_function(f, f->functions.data[i]);
  f->cfa->main = map_u32_get_or(&f->function_ids, key_of(f->entry), 0);
  start_declare(f);
  objects_make_vars(f);
  struct sort word = sort_bv(f->tm, f->pointer_bits);
  if (is_called(f, "__clew_object_size"))
    f->sizes_var = cfa_add_var(f->cfa, CFA_NONE, VAR_REGION, "sizes of blocks", "", sort_array(f->tm, word, word));
  if (is_called(f, "fesetround"))
    f->rounding_var = cfa_add_var(f->cfa, CFA_NONE, VAR_TEMP, "rounding mode", "", sort_bv(f->tm, 3));
  for (uint32_t i = 0; i < f->functions.size; i++) {
    function_translate(f, f->functions.data[i]);
    if (limits_stopped(f->limits)) return false;
  }
  start_make(f);
  undefined_resolve(f);
  shapes_collect(f);
  sites_resolve(f);
  for (uint32_t i = 0; i < f->functions.size; i++) {
    uint64_t *address = map_u64_find(&f->function_addresses, key_of(f->functions.data[i]));
    if (address)
      f->cfa->functions.data[map_u32_get_or(&f->function_ids, key_of(f->functions.data[i]), 0)].address = *address;
  }
  f->cfa->heap_start = (f->next_address + 0xffff) & ~(uint64_t)0xffff;
  cfa_widen_heap(f->cfa, &f->freeing, &f->exact_blocks);
  return true;
}

// What only the translation needs.
static void release_translation(struct front *f) {
  pointsto_release(f);
  for (uint32_t i = 0; i < f->objects.size; i++) vec_cell_release(&f->objects.data[i].cells);
  vec_object_release(&f->objects);
  map_u32_release(&f->object_of);
  map_u32_release(&f->variable_debug);
  vec_ptr_release(&f->debug_values);
  map_u32_release(&f->new_blocks);
  map_u32_release(&f->freeing);
  map_u32_release(&f->decided);
  map_u32_release(&f->exact_blocks);
  map_u32_release(&f->extra_results);
  map_u32_release(&f->jumpers);
  map_u32_release(&f->block_labels);
  map_u32_release(&f->function_ids);
  vec_value_release(&f->functions);
  vec_value_release(&f->pointer_writers);
  vec_u32_release(&f->site_nodes);
  vec_pending_assumption_release(&f->pending_assumptions);
  start_release(f);
  safety_release(f);
}

static void release_program(struct front *f) {
  if (!f) return;
  map_u64_release(&f->function_addresses);
  contract_end(f);
  weak_release(f);
  choices_release(f);
  for (uint32_t i = 0; i < f->unsequenced.size; i++) mem_free(f->unsequenced.data[i]);
  vec_ptr_release(&f->unsequenced);
  if (f->layout) LLVMDisposeTargetData(f->layout);
  if (f->module) LLVMDisposeModule(f->module);
  LLVMContextDispose(f->context);
  map_u32_release(&f->sites);
  vec_value_release(&f->branches);
  cfa_free(f->marked);
  goals_release(f);
  mem_free(f);
}

static struct front begin_with(struct terms *tm, struct limits *limits, const struct front_options *options) {
  return (struct front){.tm = tm,
                        .limits = limits,
                        .options = options,
                        .rounding_var = CFA_NONE,
                        .sizes_var = CFA_NONE,
                        .argc_var = CFA_NONE,
                        .safety = {.sizes = CFA_NONE,
                                   .heap = CFA_NONE,
                                   .lengths = CFA_NONE,
                                   .texts = CFA_NONE,
                                   .given = CFA_NONE,
                                   .blocks = CFA_NONE,
                                   .made = CFA_NONE,
                                   .order = CFA_NONE,
                                   .extents = CFA_NONE,
                                   .kinds = CFA_NONE,
                                   .marks = CFA_NONE}};
}

// Another look at the program of `f`, for its analyses; what they find goes into an automaton of its own.
static struct front look_again(const struct front *f, struct error *error, struct vec_string *warnings) {
  struct front other = begin_with(f->tm, f->limits, f->options);
  other.error = error;
  other.warnings = warnings;
  other.context = f->context;
  other.module = f->module;
  other.layout = f->layout;
  other.pointer_bits = f->pointer_bits;
  other.cfa = cfa_new(f->tm);
  other.cfa->pointer_bits = f->pointer_bits;
  other.cfa->name = cfa_string(other.cfa, f->options->files[0]);
  return other;
}

static void end_look(struct front *other) {
  release_translation(other);
  map_u64_release(&other->function_addresses);
  map_u32_release(&other->sites);
}

// What such a pass puts into the program follows from what points where.
static bool add_checks(struct front *f, void (*pass)(struct front *f)) {
  struct front scout = look_again(f, f->error, f->warnings);
  scout.cfa->checks = f->cfa->checks;
  scout.cfa->decided_checks = f->cfa->decided_checks;
  bool good = analyse(&scout);
  if (good) pass(&scout);
  f->cfa->checks = scout.cfa->checks;
  f->cfa->decided_checks = scout.cfa->decided_checks;
  for (uint32_t i = 0; i < scout.cfa->assumptions.size; i++) {
    const struct cfa_assumption *a = &scout.cfa->assumptions.data[i];
    if (strcmp(a->kind, SAFETY_LIFETIME) && strcmp(a->kind, UNINIT_ASSUMED)) continue;
    struct source_place place = a->place;
    if (place.line) place.file = cfa_add_file(f->cfa, scout.cfa->files.data[place.file]);
    cfa_add_assumption(f->cfa, a->kind, a->text, place);
  }
  end_look(&scout);
  cfa_free(scout.cfa);
  return good;
}

static bool add_all_checks(struct front *f) {
  uint32_t k = 0;
  for (const struct check_pass *pass; (pass = pass_next(f, PASS_POINTERS, &k));)
    if (!add_checks(f, pass->add)) return false;
  return true;
}

static bool has_error(const struct cfa *cfa, const char *name) {
  for (uint32_t i = 0; i < cfa->locations.size; i++)
    if (cfa->locations.data[i].kind == LOC_ERROR && !strcmp(cfa->locations.data[i].text, name)) return true;
  return false;
}

// Named by the user, and nothing that the entry function reaches calls them: misspelt, or not in the program.
static void find_uncalled(const struct front *f, struct vec_string *out) {
  for (uint32_t i = 0; i < f->options->n_error_functions; i++)
    if (!has_error(f->cfa, f->options->error_functions[i])) vec_string_push(out, f->options->error_functions[i]);
}

bool front_compile(struct limits *limits, const struct front_options *options, const char *output, struct text *calls,
                   struct error *error) {
  struct front f = begin_with(NULL, limits, options);
  struct vec_implicit implicit = {0};
  struct front_unit plain;
  const struct front_unit *unit = units_given(&f, 0, &plain);
  f.error = error;
  f.context = LLVMContextCreate();
  bool good = compile_unit(&f, unit, output, &implicit);
  implicit_write(&implicit, calls);
  implicit_release(&implicit);
  LLVMContextDispose(f.context);
  return good;
}

bool front_preprocess(struct limits *limits, const struct front_options *options, const char *output,
                      struct error *error) {
  struct front_options more = *options;
  struct vec_string flags = {0};
  struct text calls = {0};
  for (uint32_t i = 0; i < options->n_flags; i++) vec_string_push(&flags, options->flags[i]);
  vec_string_push(&flags, "-E"); // ends earlier than what other flags ask for
  more.n_flags = flags.size;
  more.flags = flags.data;
  bool good = front_compile(limits, &more, output, &calls, error);
  text_release(&calls);
  vec_string_release(&flags);
  return good;
}

bool front_run(struct terms *tm, struct limits *limits, const struct front_options *options,
               struct front_result *result, struct error *error) {
  memset(result, 0, sizeof *result);
  struct front *f = mem_zalloc(1, sizeof *f);
  *f = begin_with(tm, limits, options);
  f->error = error;
  f->warnings = &result->warnings;
  f->sources = &result->sources;
  f->kept_options = *options;
  f->options = &f->kept_options;
  f->context = LLVMContextCreate();
  bool good = contract_begin(f) && module_load(f) && contract_apply(f);
  if (good) {
    f->layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(f->module));
    f->pointer_bits = LLVMPointerSize(f->layout) * 8;
    tentative_resolve(f);
    pass_run(f, PASS_COMPILED);
    signatures_check(f);
    good = entry_wrap(f) && module_link_models(f);
    if (good) {
      weak_resolve(f);
      unmodelled_mark(f);
      through_pointers(f);
      signatures_check(f); // of the functions that were made for these
      pass_run(f, PASS_LINKED);
    }
  }
  if (good) {
    f->cfa = cfa_new(tm);
    f->cfa->checked = options->checked;
    f->cfa->pointer_bits = f->pointer_bits;
    f->cfa->name = cfa_string(f->cfa, options->files[0]);
    dialects_list(f);
    double before = clock_cpu();
    good = add_all_checks(f) && build(f);
    if (good) f->marked = cfa_move_marks(f->cfa);
    result->build_seconds = clock_cpu() - before;
    if (!good) cfa_free(f->cfa);
  }
  release_translation(f);
  if (!good) {
    release_program(f);
    if (!error->status && !limits_stopped(limits)) error_set(error, EXIT_INTERNAL, "the program could not be read");
    return false;
  }
  char path[4096];
  snprintf(path, sizeof path, "%s/program.bc", options->temp_dir);
  result->cfa = f->cfa;
  result->bitcode = mem_strdup(path);
  result->front = f;
  find_uncalled(f, &result->uncalled);
  return true;
}

struct cfa *front_undefined_exits(struct front_result *result) {
  return result->front ? cfa_undefined_exits(result->front->marked) : NULL;
}

struct cfa *front_goal_cfa(struct front_result *result, const unsigned char *wanted) {
  struct front *f = result->front;
  if (!front_goals(result)) return NULL;
  uint32_t *first = mem_zalloc(f->branches.size + 1, sizeof *first);
  for (uint32_t i = 0; i < f->branches.size; i++) first[i] = goal_of(f, f->branches.data[i]);
  struct cfa *cfa = cfa_goal_errors(f->marked, first, wanted);
  mem_free(first);
  return cfa;
}

bool front_write_covered(struct front_result *result, const char *file, struct error *error) {
  struct front *f = result->front;
  if (!front_goals(result)) return false;
  f->error = error;
  return module_write_covered(f, file);
}

bool front_write_traced(struct front_result *result, const char *file, struct front_traced *out, struct error *error) {
  struct front *f = result->front;
  *out = (struct front_traced){0};
  if (!f) return false;
  f->error = error;
  return module_write_traced(f, file, out);
}

bool front_write_replay(struct front_result *result, struct error *error) {
  struct front *f = result->front;
  if (!f || access(result->bitcode, R_OK) == 0) return true;
  f->error = error;
  return module_write_replay(f, result->bitcode);
}

bool front_write_copy(struct front_result *result, const char *file, bool given, struct error *error) {
  struct front *f = result->front;
  if (!f) return false;
  f->error = error;
  return module_write_copy(f, file, given);
}

void front_result_release(struct front_result *result) {
  release_program(result->front);
  mem_free(result->bitcode);
  for (uint32_t i = 0; i < result->warnings.size; i++) mem_free((void *)result->warnings.data[i]);
  vec_string_release(&result->warnings);
  vec_string_release(&result->uncalled);
  for (uint32_t i = 0; i < result->sources.size; i++) mem_free((void *)result->sources.data[i]);
  vec_string_release(&result->sources);
  memset(result, 0, sizeof *result);
}
