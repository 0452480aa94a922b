// Inline assembly: what it can change.
//
// An empty text is a barrier for the compiler and does nothing: an output that is tied to an input is that input. So is
// a text of fences and pauses. All other assembly leaves any values in its outputs and in the memory operands that it
// names as outputs; one that says that it changes memory ("memory" among its clobbers) leaves any values in whatever it
// can reach, as functions without a body do with --undefined havoc. That it does nothing else, and calls no function
// (of the program, or free), is an assumption.
//
// In a native run the assembly itself is tried first. Where it asks the machine for something (the time, a port, a
// register of the system) the program says nothing about its result, as for a function without a body: then a copy of
// the program is tried in which the counterexample's values stand for what it leaves (native.c). All other assembly
// computes, and what it computes is what happens: no other value is taken for its result.
#include "front/export/native.h"
#include "front/link/undefined.h"
#include "front/memory/pointsto.h"
#include "front/translate/access.h"
#include "front/translate/call.h"
#include "front/translate/instruction.h"
#include "front/translate/translation.h"
#include "front/translate/types.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// --- what the text says ---------------------------------------------------------------------------

// Instructions that change nothing which a program can see, one thread being all there is. Blanks are dropped.
static bool is_quiet_instruction(const char *text) {
  static const char *const names[] = {
      "",
      "nop",
      "pause",
      "mfence",
      "lfence",
      "sfence",
      "rep",
      "repz",
      "repnop",
      "lock",
      "addl$$0,0(%esp)",
      "addl$$0,(%esp)",
      "addl$$0,0(%rsp)",
      "addl$$0,(%rsp)",
      "addl$$0,-4(%esp)",
      "addl$$0,-4(%rsp)",
      "addq$$0,0(%rsp)",
      "addq$$0,(%rsp)",
      "orl$$0,(%rsp)",
      "orq$$0,(%rsp)",
      "orl$$0,(%esp)",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(text, names[i])) return true;
  return !strncmp(text, "lock", 4) && text[4] && is_quiet_instruction(text + 4);
}

bool assembly_is_quiet(LLVMValueRef call) {
  size_t n;
  const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &n);
  char one[64];
  size_t length = 0;
  for (size_t i = 0; i <= n; i++) {
    char c = i < n ? text[i] : '\n';
    if (c == '\n' || c == ';') {
      one[length] = 0;
      if (!is_quiet_instruction(one)) return false;
      length = 0;
    } else if (!isspace((unsigned char)c)) {
      if (length + 1 >= sizeof one) return false;
      one[length++] = (char)c;
    }
  }
  return true;
}

// Instructions that ask the machine for something, and how many bits of a register may be anything then.
static const struct {
  const char *name;
  unsigned bits;
} asking[] = {
    {"rdtsc", 32},  {"rdtscp", 32},  {"rdrand", 64},  {"rdrandw", 16}, {"rdrandl", 32},  {"rdrandq", 64},
    {"rdseed", 64}, {"rdseedl", 32}, {"rdseedq", 64}, {"cpuid", 32},   {"in", 32},       {"inb", 8},
    {"inw", 16},    {"inl", 32},     {"insb", 8},     {"insw", 16},    {"insl", 32},     {"rdmsr", 32},
    {"rdpmc", 32},  {"xgetbv", 32},  {"int", 64},     {"syscall", 64}, {"sysenter", 64}, {"pushf", 64},
    {"pushfl", 32}, {"pushfq", 64},  {"sgdt", 64},    {"sidt", 64},    {"sldt", 16},     {"smsw", 16},
    {"pop", 64},    {"popl", 32},    {"popq", 64},
};

static unsigned widest_output(LLVMTypeRef type) {
  unsigned widest = 0;
  switch (LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind: return 0;
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
      unsigned own = widest_output(LLVMStructGetTypeAtIndex(type, i));
      if (own > widest) widest = own;
    }
    return widest;
  default: return 64;
  }
}

// Does it ask the machine for something and do nothing else, so that the result may be anything? An instruction that
// computes beside it would have its result chosen too, and so would the bits that the machine leaves zero.
static bool assembly_is_open(LLVMValueRef call) {
  size_t n, k;
  const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &n);
  unsigned wide = widest_output(LLVMTypeOf(call)), found = 0;
  for (size_t i = 0; i < n; i += k + 1) {
    while (i < n && (isspace((unsigned char)text[i]) || text[i] == ';')) i++;
    for (k = 0; i + k < n && isalnum((unsigned char)text[i + k]);) k++;
    if (i == n) break;
    size_t j = 0;
    while (j < sizeof asking / sizeof *asking && (strlen(asking[j].name) != k || strncmp(text + i, asking[j].name, k)))
      j++;
    if (j == sizeof asking / sizeof *asking || wide > asking[j].bits) return false;
    found += strncmp(asking[j].name, "pop", 3) != 0;
    while (i + k < n && text[i + k] != ';' && text[i + k] != '\n') k++;
  }
  return found > 0;
}

// --- its operands -----------------------------------------------------------------------------------

// Constraints in their order: outputs, inputs, clobbers. An argument of the call belongs to each input and to each
// output that is a pointer to where it goes ("=*").
struct constraint {
  char text[32];
  bool is_output, is_indirect;
  int argument; // of the call, or -1
};
VEC_TYPE(vec_constraint, struct constraint)

static void constraints_of(LLVMValueRef call, struct vec_constraint *out) {
  size_t n;
  const char *text = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &n), *end = text + n;
  int argument = 0;
  while (text < end) {
    const char *comma = memchr(text, ',', (size_t)(end - text));
    size_t length = (size_t)((comma ? comma : end) - text);
    struct constraint c = {.is_output = *text == '=', .argument = -1};
    size_t kept = length < sizeof c.text ? length : sizeof c.text - 1;
    memcpy(c.text, text, kept);
    c.is_indirect = strchr(c.text, '*') != NULL;
    if (*text != '~' && *text != '!' && (!c.is_output || c.is_indirect)) c.argument = argument++;
    vec_constraint_push(out, c);
    text += length + 1;
  }
}

static LLVMTypeRef pointed_type(LLVMValueRef call, int argument) {
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, (LLVMAttributeIndex)(argument + 1), kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

LLVMTypeRef assembly_output(LLVMValueRef call, unsigned argument) {
  struct vec_constraint all = {0};
  LLVMTypeRef type = NULL;
  constraints_of(call, &all);
  for (uint32_t i = 0; i < all.size; i++)
    if (all.data[i].argument == (int)argument && all.data[i].is_output && all.data[i].is_indirect)
      type = pointed_type(call, (int)argument);
  vec_constraint_release(&all);
  return type;
}

// more than its operands
static bool assembly_changes_memory(LLVMValueRef call) {
  size_t n;
  const char *text = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &n);
  return !assembly_is_quiet(call) && memmem(text, n, "~{memory}", 9);
}

// --- for the points-to analysis ---------------------------------------------------------------------

// The argument that the k-th output is tied to, by the operand's number, or NULL.
static LLVMValueRef tied_argument(LLVMValueRef call, const struct vec_constraint *all, uint32_t k) {
  for (uint32_t i = 0; i < all->size; i++) {
    const char *text = all->data[i].text;
    if (all->data[i].is_output || !isdigit((unsigned char)*text) || all->data[i].argument < 0) continue;
    if ((uint32_t)atoi(text) == k) return LLVMGetOperand(call, (unsigned)all->data[i].argument);
  }
  return NULL;
}

// Where the text is empty, an output is the input that it is tied to.
static bool only_copies(struct front *f, LLVMValueRef call) {
  LLVMTypeRef type = LLVMTypeOf(call);
  struct vec_constraint all = {0};
  constraints_of(call, &all);
  bool copies = assembly_is_quiet(call);
  for (uint32_t i = 0, part = 0; i < all.size && copies; i++) {
    if (!all.data[i].is_output || all.data[i].is_indirect) continue;
    LLVMValueRef tied = tied_argument(call, &all, i);
    LLVMTypeRef own = type_is_aggregate(type) ? LLVMStructGetTypeAtIndex(type, part++) : type;
    copies = tied && type_sort(f, LLVMTypeOf(tied)).id == type_sort(f, own).id;
  }
  vec_constraint_release(&all);
  return copies;
}

// What goes in may come out, also by way of memory. So may other addresses, where something else than what goes in
// comes out.
void assembly_reach(struct front *f, LLVMValueRef call) {
  uint32_t out = pointsto_target(f, call);
  bool quiet = assembly_is_quiet(call);
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++) {
    LLVMValueRef argument = LLVMGetOperand(call, k);
    pointsto_unify(f, out, pointsto_target(f, argument));
    if (!quiet && pointed_type(call, (int)k)) pointsto_unify(f, out, pointsto_contents(f, out));
  }
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind && !only_copies(f, call))
    pointsto_mark(f, out, undefined_flags(f, LLVMTypeOf(call)));
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call) && !quiet; k++)
    if (assembly_output(call, k)) pointsto_mark(f, out, undefined_flags(f, assembly_output(call, k)));
  if (assembly_changes_memory(call)) undefined_reach_from(f, call);
}

// --- its meaning ------------------------------------------------------------------------------------

// Any values for the parts of a type, which a native run gets at a place.
static void arbitrary_terms(struct translation *t, LLVMTypeRef type, uint32_t site, struct vec_term *out) {
  struct vec_leaf leaves = {0};
  type_leaves(t->f, type, 0, &leaves);
  for (uint32_t i = 0; i < leaves.size; i++) {
    LLVMTypeRef leaf = leaves.data[i].type;
    vec_term_push(out, arbitrary(t, leaf, INPUT_ASSEMBLY, "asm", type_ctype(leaf)));
    if (site) segment_site(t, site, (uint32_t)leaves.data[i].offset);
  }
  vec_leaf_release(&leaves);
}

// Outputs in registers.
static void define_outputs(struct translation *t, LLVMValueRef call, const struct vec_constraint *all, uint32_t site) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
  struct vec_term values = {0};
  arbitrary_terms(t, type, site, &values);
  if (assembly_is_quiet(call))
    for (uint32_t i = 0, part = 0; i < all->size && part < values.size; i++) {
      if (!all->data[i].is_output || all->data[i].is_indirect) continue;
      LLVMValueRef argument = tied_argument(call, all, i);
      struct term tied = argument ? operand(t, argument) : TERM_NONE;
      // An input of one bit is passed as a byte.
      if (!term_none(tied) && sort_kind(t->f->tm, term_sort(t->f->tm, tied)) == SORT_BOOL)
        tied = coerce(t->f, tied, term_sort(t->f->tm, values.data[part]));
      if (!term_none(tied) && term_sort(t->f->tm, tied).id == term_sort(t->f->tm, values.data[part]).id)
        values.data[part] = tied;
      part++;
    }
  define_terms(t, call, values.size, values.data);
  vec_term_release(&values);
}

static void havoc_operand(struct translation *t, LLVMValueRef call, int argument, uint32_t site) {
  LLVMTypeRef type = pointed_type(call, argument);
  if (!type) {
    segment_end_path(t, LOC_UNSUPPORTED, "inline assembly that writes memory of an unknown size");
    return;
  }
  struct vec_term values = {0};
  arbitrary_terms(t, type, site, &values);
  store_terms(t, LLVMGetOperand(call, (unsigned)argument), type, values.data);
  vec_term_release(&values);
}

static void note(struct translation *t, const char *text) {
  struct front *f = t->f;
  vec_pending_assumption_push(&f->pending_assumptions,
                              (struct pending_assumption){{"assembly", text, t->last}, t->from});
}

static void havoc_memory(struct translation *t, LLVMValueRef call, const struct vec_constraint *all, uint32_t site) {
  struct front *f = t->f;
  if (assembly_changes_memory(call)) { // first: what it leaves in its operands can be given to a run
    uint32_t var = region_var(f, pointsto_root(f, f->points.reached));
    segment_set(t, var, segment_input(t, f->cfa->vars.data[var].sort, INPUT_ASSEMBLY, "asm", "", true));
  }
  for (uint32_t i = 0; i < all->size && !t->dead; i++)
    if (all->data[i].is_output && all->data[i].is_indirect)
      havoc_operand(t, call, all->data[i].argument, site ? site + 1 + (uint32_t)all->data[i].argument : 0);
}

// One place for the result, and one for each argument behind it; 0: what it leaves is not for a counterexample to say.
static uint32_t sites_of(struct front *f, LLVMValueRef call) {
  if (!assembly_is_open(call)) return 0;
  uint32_t before = f->cfa->sites.size, site = site_of(f, call, 0);
  for (unsigned k = 0; f->cfa->sites.size > before && k < LLVMGetNumArgOperands(call); k++) sites_add(f);
  return site;
}

void assembly_call(struct translation *t, LLVMValueRef call) {
  segment_may_free(t);
  struct front *f = t->f;
  bool quiet = assembly_is_quiet(call), returns = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
  if (quiet && !returns) return;
  struct vec_constraint all = {0};
  constraints_of(call, &all);
  uint32_t site = sites_of(f, call);
  define_outputs(t, call, &all, site);
  if (!quiet) {
    list_once(f, &f->cfa->approximated, "inline assembly");
    struct text text = {0};
    text_printf(&text, "inline assembly changes nothing but its operands%s, and calls no function%s",
                assembly_changes_memory(call) ? " and memory that other files can reach" : "",
                undefined_end_matters(f) ? UNDEFINED_ENDS : "");
    note(t, cfa_string(f->cfa, text_cstr(&text)));
    text_release(&text);
    havoc_memory(t, call, &all, site);
  }
  vec_constraint_release(&all);
}
