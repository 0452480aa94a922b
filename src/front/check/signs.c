// Signs of vectors and complex integers. clang checks no overflow in their arithmetic, and its instructions are the
// same for signed and unsigned elements, so the syntax tree is asked: for each function, which of its operations have
// signed elements and which have unsigned ones. Where a function has both, with elements of the same width, it is not
// clear which an instruction belongs to; an overflow there makes TRUE impossible.
//
// Only a file that has such instructions is read a second time.
#include "base/file/input.h"
#include "front/check/check.h"
#include "front/compile/compile.h"
#include "front/context.h"
#include <stdio.h>
#include <unistd.h>

enum { SEEN_SIGNED = 1, SEEN_UNSIGNED = 2 };

struct signs {
  struct map_u32 seen; // function, kind of type, operation and width → SEEN_…
  bool chars_unsigned; // plain char is not signed
  uint32_t pointer_bits;
};

static uint64_t key_for(const char *function, size_t length, char kind, char operation, uint32_t bits) {
  return hash_u64(hash_bytes(function, length) ^ (uint64_t)bits << 16 ^ (uint64_t)kind << 8 ^ (uint64_t)operation);
}

// --- instructions ------------------------------------------------------------------------------------------------

static bool starts_with(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

// Which clang has made for an operation on complex integers: by the name that it gives to the result. The parts of a
// division have none.
static bool is_of_complex(LLVMValueRef i) {
  static const char *const names[] = {"add.r",  "add.i",  "sub.r", "sub.i",  "mul.r", "mul.rl", "mul.rr",
                                      "mul.il", "mul.ir", "mul.i", "conj.i", "neg.r", "neg.i"};
  size_t n;
  const char *name = LLVMGetValueName2(i, &n);
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (starts_with(name, names[k])) return true;
  const char *from = LLVMGetValueName2(LLVMGetOperand(i, 0), &n);
  return (starts_with(name, "inc") || starts_with(name, "dec")) && strstr(from, ".real");
}

static bool may_be_of_division(LLVMValueRef i) {
  size_t n;
  return !*LLVMGetValueName2(i, &n) && !LLVMGetNUW(i);
}

// 'v': of vectors, 'c': of complex integers, '/': maybe a part of a division of these, 0: none of them.
static char kind_of(struct front *f, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  bool is_shift = opcode == LLVMShl && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind;
  if (opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMMul && !is_shift) return 0;
  if (LLVMGetMetadata(i, LLVMGetMDKindIDInContext(f->context, "nosanitize", 10)) || LLVMGetNSW(i)) return 0;
  if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind) return 'v';
  return is_of_complex(i) ? 'c' : may_be_of_division(i) ? '/' : 0;
}

static bool is_asking(struct front *f, LLVMModuleRef module) {
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        char kind = kind_of(f, i); // a division multiplies
        if (kind && (kind != '/' || LLVMGetInstructionOpcode(i) == LLVMMul)) return true;
      }
  return false;
}

// --- the syntax tree ---------------------------------------------------------------------------------------------

static uint32_t width_of(const struct signs *s, const char *type) {
  if (strstr(type, "_BitInt")) return 0;
  if (strstr(type, "char")) return 8;
  if (strstr(type, "short")) return 16;
  if (strstr(type, "__int128")) return 128;
  if (strstr(type, "long long")) return 64;
  if (strstr(type, "long")) return s->pointer_bits;
  return strstr(type, "int") ? 32 : 0;
}

static uint32_t sign_in(const struct signs *s, const char *type) {
  if (strstr(type, "unsigned") || strstr(type, "_Bool")) return SEEN_UNSIGNED;
  bool is_plain_char = strstr(type, "char") && !strstr(type, "signed char");
  return is_plain_char && s->chars_unsigned ? SEEN_UNSIGNED : SEEN_SIGNED;
}

static bool is_float(const char *type) {
  return strstr(type, "float") || strstr(type, "double") || strstr(type, "Float") || strstr(type, "fp16") ||
         strstr(type, "bf16");
}

// + - * < for what computes one of these, < a left shift, or with them; 0: it does not.
static char operation_in(const char *text) {
  static const struct {
    const char *word;
    char operation;
  } words[] = {{"'+'", '+'},  {"'-'", '-'},  {"'*'", '*'},  {"'/'", '/'}, {"'+='", '+'}, {"'-='", '-'}, {"'*='", '*'},
               {"'/='", '/'}, {"'++'", '+'}, {"'--'", '-'}, {"'~'", '-'}, {"'<<'", '<'}, {"'<<='", '<'}};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strstr(text, words[k].word)) return words[k].operation;
  return 0;
}

// A line of the tree, behind its branches: an operator with its type. It is changed.
static void read_operator(struct signs *s, char *line, const char *function, size_t length) {
  if (!starts_with(line, "BinaryOperator ") && !starts_with(line, "UnaryOperator ") &&
      !starts_with(line, "CompoundAssignOperator "))
    return;
  char operation = operation_in(line);
  char *computed = strstr(line, "ComputeResultTy="), *type = computed ? strchr(computed, '\'') : strchr(line, '\'');
  if (!operation || !type) return;
  char *end = strchr(type + 1, '\'');
  if (end && starts_with(end, "':'")) end = strchr(type = end + 2, '\''), end = end ? strchr(type + 1, '\'') : NULL;
  if (!end) return;
  *end = 0;
  bool is_complex = strstr(type, "_Complex") != NULL, is_vector = strstr(type, "vector") != NULL;
  if ((!is_complex && !is_vector) || is_float(type)) return;
  uint64_t key = key_for(function, length, is_complex ? 'c' : 'v', is_complex ? 0 : operation, width_of(s, type));
  map_u32_put(&s->seen, key, map_u32_get_or(&s->seen, key, 0) | sign_in(s, type));
}

// The name in "FunctionDecl 0x1 <a, b> col:5 used f 'int (void)'".
static const char *function_in(const char *line, size_t *length) {
  const char *end = strstr(line, " '"), *start = end;
  if (!end) return NULL;
  while (start > line && start[-1] != ' ') start--;
  *length = (size_t)(end - start);
  return start;
}

static void read_tree(struct signs *s, struct text *tree) {
  const char *function = NULL;
  size_t length = 0;
  for (char *line = tree->data, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = 0;
    char *node = line + strspn(line, "|`- ");
    if (node == line + 2) function = starts_with(node, "FunctionDecl ") ? function_in(node, &length) : NULL;
    else if (function) read_operator(s, node, function, length);
  }
}

// --- both --------------------------------------------------------------------------------------------------------

static enum sign look_up(const struct signs *s, LLVMValueRef function, LLVMValueRef i, char kind) {
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  uint32_t bits = LLVMGetIntTypeWidth(kind == 'v' ? LLVMGetElementType(type) : type);
  char operation = opcode == LLVMAdd ? '+' : opcode == LLVMSub ? '-' : opcode == LLVMShl ? '<' : '*';
  if (kind != 'v') operation = 0;
  kind = kind == 'v' ? 'v' : 'c';
  uint32_t seen = map_u32_get_or(&s->seen, key_for(name, n, kind, operation, bits), 0) |
                  map_u32_get_or(&s->seen, key_for(name, n, kind, operation, 0), 0);
  if (!seen) return SIGN_UNCLEAR;
  return seen == SEEN_SIGNED ? SIGN_SIGNED : seen == SEEN_UNSIGNED ? SIGN_NONE : SIGN_UNCLEAR;
}

static unsigned metadata(struct front *f) {
  return LLVMGetMDKindIDInContext(f->context, SIGN_METADATA, sizeof SIGN_METADATA - 1);
}

static void mark(struct front *f, const struct signs *s, LLVMModuleRef module) {
  LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
  for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        char kind = kind_of(f, i);
        enum sign sign = kind ? look_up(s, g, i, kind) : SIGN_NONE;
        if (sign == SIGN_NONE || (kind == '/' && sign == SIGN_UNCLEAR)) continue;
        LLVMMetadataRef number = LLVMValueAsMetadata(LLVMConstInt(word, sign, 0));
        LLVMSetMetadata(i, metadata(f), LLVMMetadataAsValue(f->context, LLVMMDNodeInContext2(f->context, &number, 1)));
      }
}

enum sign signs_of(struct front *f, LLVMValueRef instruction) {
  LLVMValueRef node = LLVMGetMetadata(instruction, metadata(f)), number;
  if (!node) return SIGN_NONE;
  LLVMGetMDNodeOperands(node, &number);
  return (enum sign)LLVMConstIntGetZExtValue(number);
}

static bool has_flag(struct front *f, const struct front_unit *unit, const char *flag) {
  for (uint32_t i = 0; i < unit->n_flags; i++)
    if (!strcmp(unit->flags[i], flag)) return true;
  for (uint32_t i = 0; i < f->options->n_flags; i++)
    if (!strcmp(f->options->flags[i], flag)) return true;
  return false;
}

void signs_find(struct front *f, const struct front_unit *unit, LLVMModuleRef module) {
  if (!checks(f, PROPERTY_OVERFLOW) || has_flag(f, unit, "-fwrapv") || !is_asking(f, module)) return;
  struct signs s = {.chars_unsigned = has_flag(f, unit, "-funsigned-char"), .pointer_bits = f->options->bits};
  struct text tree = {0}, output = {0};
  struct error error = {0};
  text_printf(&output, "%s/tree", f->options->temp_dir);
  if (compile_dump(f, unit, text_cstr(&output)) && input_read(text_cstr(&output), &tree, &error)) read_tree(&s, &tree);
  unlink(text_cstr(&output));
  mark(f, &s, module);
  error_release(&error);
  text_release(&output);
  text_release(&tree);
  map_u32_release(&s.seen);
}
