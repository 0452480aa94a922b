// The arguments of main, as Linux gives them: at least one (since 5.18) and fewer than 2^20, each shorter than 128 KiB
// with its end; or as many and as long ones as the user says.
//
// argc is an input of at most 20 bits. The array argv and the strings lie at fixed addresses above the stack: argv[k]
// for the first few k is the k-th string, or null where k is argc, and each string has its own part of memory with a
// zero at its end; what the strings hold is what memory happens to hold there. argv[argc] is null for every argc. Other
// elements of argv are arbitrary, and so is what lies behind argv[argc], which C does not let a program read.
#include "front/context.h"
#include "front/memory/pointsto.h"
#include "front/start/arguments.h"

enum { COUNT = 32 };

// Is the first parameter argc? It may be the only one.
bool arguments_counted(struct front *f) {
  if (strcmp(f->options->entry, "main") || !LLVMCountParams(f->entry)) return false;
  LLVMTypeRef first = LLVMTypeOf(LLVMGetParam(f->entry, 0));
  if (LLVMGetTypeKind(first) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(first) != 32) return false;
  return LLVMCountParams(f->entry) < 2 || LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f->entry, 1))) == LLVMPointerTypeKind;
}

LLVMValueRef arguments_list(struct front *f) {
  return arguments_counted(f) && LLVMCountParams(f->entry) > 1 ? LLVMGetParam(f->entry, 1) : NULL;
}

bool arguments_mark(struct front *f) {
  LLVMValueRef list = arguments_list(f);
  if (!list) return false;
  uint32_t node = pointsto_target(f, list);
  bool changed = pointsto_mark(f, node, NODE_ORIGIN);
  uint32_t text = pointsto_contents(f, node);
  changed |= pointsto_mark(f, text, NODE_ORIGIN);
  changed |= pointsto_mark(f, pointsto_contents(f, text), NODE_INTEGER_INPUT);
  // Variables that the library sets from the first argument.
  static const char *const names[] = {"program_invocation_name", "program_invocation_short_name", "__progname",
                                      "__progname_full"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    LLVMValueRef g = LLVMGetNamedGlobal(f->module, names[i]);
    if (g && LLVMIsDeclaration(g) && LLVMGetFirstUse(g))
      changed |= pointsto_unify(f, pointsto_contents(f, pointsto_target(f, g)), pointsto_contents(f, node));
  }
  return changed;
}

// Above the stack, see state.h.
static uint64_t list_address(const struct front *f) {
  return f->pointer_bits == 32 ? UINT64_C(0xF1000000) : UINT64_C(1) << 48;
}

static uint64_t text_address(const struct front *f) { return list_address(f) + (UINT64_C(1) << 24); }

static uint64_t string_address(const struct front *f, uint32_t k) {
  return text_address(f) + ((uint64_t)k << FRONT_ARGUMENT_BITS);
}

struct arguments_place arguments_place(const struct front *f) {
  return (struct arguments_place){text_address(f), UINT64_C(1) << FRONT_ARGUMENT_BITS, COUNT};
}

struct term arguments_value(struct front *f, LLVMValueRef function, uint32_t k, struct term argc) {
  if (function != f->entry || k > 1 || !arguments_counted(f)) return TERM_NONE;
  return k ? term_bv(f->tm, f->pointer_bits, list_address(f)) : argc;
}

// As few bits as the bound has, so that an arbitrary value keeps it at least every other time.
static uint32_t count_bits(struct front *f) {
  return f->options->argc_most ? 32 - (uint32_t)__builtin_clz(f->options->argc_most) : 1;
}

static void assume(struct front *f, struct text *text) {
  struct cfa_assumption a = {"arguments", cfa_string(f->cfa, text_cstr(text)), {0}};
  vec_assumption_push(&f->cfa->assumptions, a);
  text_release(text);
}

// A lower bound of 1 is Linux's own; one of 0 assumes nothing.
static void assume_bounds(struct front *f) {
  const struct front_options *o = f->options;
  struct text text = {0};
  if (o->arg_length) {
    text_printf(&text, "arguments have at most %u characters", o->arg_length);
    assume(f, &text);
  }
  if (!o->argc_given) return;
  if (o->argc_least > 1) text_printf(&text, "argc is from %u to %u", o->argc_least, o->argc_most);
  else text_printf(&text, "argc is at most %u", o->argc_most);
  assume(f, &text);
}

struct term arguments_count(struct front *f, struct cfa_edge *e) {
  if (!arguments_counted(f)) return TERM_NONE;
  size_t n;
  const char *name = LLVMGetValueName2(LLVMGetParam(f->entry, 0), &n);
  struct cfa_input input = {.term = cfa_edge_term(f->cfa, sort_bv(f->tm, count_bits(f)), "argument"),
                            .kind = INPUT_ARGUMENT,
                            .name = cfa_string(f->cfa, n ? name : "argc"),
                            .ctype = "int",
                            .is_unsigned = true};
  vec_input_push(&e->inputs, input);
  f->cfa->arguments = (struct cfa_arguments){.argc = input.term,
                                             .list = list_address(f),
                                             .text = text_address(f),
                                             .stride = UINT64_C(1) << FRONT_ARGUMENT_BITS,
                                             .count = COUNT};
  assume_bounds(f);
  struct term least = term_bv(f->tm, count_bits(f), f->options->argc_least),
              most = term_bv(f->tm, count_bits(f), f->options->argc_most);
  e->guard = term_and(f->tm, e->guard, term_ule(f->tm, least, input.term));
  e->guard = term_and(f->tm, e->guard, term_ule(f->tm, input.term, most));
  return term_zext(f->tm, input.term, 32);
}

static uint32_t region_of(struct front *f, uint32_t node) {
  uint32_t root = pointsto_root(f, node);
  return root < f->points.regions.size ? f->points.regions.data[root].var : CFA_NONE;
}

struct term arguments_end(struct front *f, uint32_t root, struct term argc, struct term memory) {
  LLVMValueRef list = arguments_list(f);
  if (!list || term_none(argc) || f->options->argc_most < COUNT) return memory;
  struct terms *tm = f->tm;
  uint32_t cell = region_cell(f, root), bytes = f->pointer_bits / 8;
  if (pointsto_root(f, pointsto_target(f, list)) != root || (cell != 1 && cell != bytes)) return memory;
  uint32_t bits = f->pointer_bits - (uint32_t)__builtin_ctz(cell);
  struct term wide = bits < 32 ? term_extract(tm, bits - 1, 0, argc) : term_zext(tm, argc, bits);
  struct term at =
      term_add(tm, term_bv(tm, bits, list_address(f) / cell), term_mul(tm, wide, term_bv(tm, bits, bytes / cell)));
  for (uint32_t i = 0; i < bytes / cell; i++)
    memory = term_store(tm, memory, term_add(tm, at, term_bv(tm, bits, i)), term_bv(tm, cell * 8, 0));
  return memory;
}

void arguments_cells(struct front *f, uint32_t root, struct term argc, void *context,
                     void (*each)(void *context, uint64_t address, struct term bits)) {
  LLVMValueRef list = arguments_list(f);
  if (!list || term_none(argc)) return;
  struct terms *tm = f->tm;
  uint32_t node = pointsto_target(f, list), text = pointsto_root(f, pointsto_contents(f, node)),
           cell = region_cell(f, root), bytes = f->pointer_bits / 8;
  if (pointsto_root(f, node) == root && (cell == 1 || cell == bytes))
    for (uint32_t k = 0; k < COUNT; k++) {
      struct term is_end = term_eq(tm, argc, term_bv(tm, 32, k));
      each(context, list_address(f) + k * bytes,
           term_ite(tm, is_end, term_bv(tm, f->pointer_bits, 0), term_bv(tm, f->pointer_bits, string_address(f, k))));
    }
  if (text != root) return;
  f->cfa->arguments.text_region = f->cfa->vars.data[region_of(f, text)].term;
  uint32_t end = f->options->arg_length ? f->options->arg_length : (1u << FRONT_ARGUMENT_BITS) - 1;
  for (uint32_t k = 0; cell == 1 && k < COUNT; k++) each(context, string_address(f, k) + end, term_bv(tm, 8, 0));
}
