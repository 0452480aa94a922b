// The arguments of main, as Linux gives them: fewer than 2^20, each shorter than 128 KiB with its end.
//
// argc is an input of 20 bits. The array argv and the strings lie at fixed addresses above the stack: argv[k] for the
// first few k is the k-th string, or null where k is argc, and each string has its own part of memory with a zero at
// its end; what the strings hold is what memory happens to hold there. Further elements of argv are arbitrary, and so
// is what lies behind argv[argc], which C does not let a program read.
#include "front/internal.h"

enum { COUNT = 32, ARGC_BITS = 20, STRIDE_BITS = 17 };

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
  return text_address(f) + ((uint64_t)k << STRIDE_BITS);
}

struct arguments_place arguments_place(const struct front *f) {
  return (struct arguments_place){text_address(f), UINT64_C(1) << STRIDE_BITS, COUNT};
}

struct term arguments_value(struct front *f, LLVMValueRef function, uint32_t k, struct term argc) {
  if (function != f->entry || k > 1 || !arguments_counted(f)) return TERM_NONE;
  return k ? term_bv(f->tm, f->pointer_bits, list_address(f)) : argc;
}

struct term arguments_count(struct front *f, struct cfa_edge *e) {
  if (!arguments_counted(f)) return TERM_NONE;
  size_t n;
  const char *name = LLVMGetValueName2(LLVMGetParam(f->entry, 0), &n);
  struct cfa_input input = {.term = cfa_edge_term(f->cfa, sort_bv(f->tm, ARGC_BITS), "argument"),
                            .kind = INPUT_ARGUMENT,
                            .name = cfa_string(f->cfa, n ? name : "argc"),
                            .ctype = "int",
                            .is_unsigned = true};
  vec_input_push(&e->inputs, input);
  f->cfa->arguments = (struct cfa_arguments){.argc = input.term,
                                             .text = text_address(f),
                                             .stride = UINT64_C(1) << STRIDE_BITS,
                                             .count = COUNT};
  return term_zext(f->tm, input.term, 32);
}

static uint32_t region_of(struct front *f, uint32_t node) {
  uint32_t root = pointsto_root(f, node);
  return root < f->points.regions.size ? f->points.regions.data[root].var : CFA_NONE;
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
  for (uint32_t k = 0; cell == 1 && k < COUNT; k++) each(context, string_address(f, k + 1) - 1, term_bv(tm, 8, 0));
}
