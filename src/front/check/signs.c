// Signs of vectors and complex integers. clang checks no overflow in their arithmetic, and its instructions are the
// same for signed and unsigned elements, so the syntax tree is asked: for each function, which of its operations have
// signed elements and which have unsigned ones. Where a function has both, with elements of the same width, their lines
// tell them apart, provided that every line has as many instructions as operations: one that comes from a macro has the
// line of the macro's use as an instruction, that of its text in the tree. Where it is not clear which an instruction
// belongs to, an overflow makes TRUE impossible.
//
// Only a file that has such instructions is read a second time.
#include "base/file/input.h"
#include "front/check/checks.h"
#include "front/compile/compile.h"
#include "front/context.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SEEN_SIGNED = 1, SEEN_UNSIGNED = 2, ALL_LINES = 0 };

struct signs {
  struct map_u32 seen; // function, kind of type, operation and width → SEEN_…
  struct map_u32 at; // the same of vectors, and a line → SEEN_… of the operations there
  struct map_u32 left; // and how many there are; those of the text, then less those of instructions
  struct map_u32 unplaced; // the same without a line: operations of several lines, or the numbers differ
  uint32_t line; // where the tree was read so far
  bool chars_unsigned; // plain char is not signed
  uint32_t pointer_bits;
};

static uint64_t key_for(const char *function, size_t length, char kind, char operation, uint32_t bits) {
  return hash_u64(hash_bytes(function, length) ^ (uint64_t)bits << 16 ^ (uint64_t)kind << 8 ^ (uint64_t)operation);
}

static uint64_t key_at(uint64_t key, uint32_t line) { return hash_u64(key + line); }

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

static void count(struct signs *s, uint64_t key, uint32_t more) {
  map_u32_put(&s->left, key, map_u32_get_or(&s->left, key, 0) + more);
}

// A place: "line:3:7", "col:7" in the line of the place before, "file.c:3:7", "<invalid sloc>". Where it ends.
static char *read_place(struct signs *s, char *at) {
  if (starts_with(at, "<invalid sloc>")) return at + strlen("<invalid sloc>");
  bool is_column = starts_with(at, "col:");
  char *end = at + (*at == '<' ? strcspn(at, ">") + 1 : 0);
  end += strcspn(end, ",> ");
  char *number = end;
  for (int k = 0; k < 2; k++) do
      if (number == at) return end;
    while (*--number != ':');
  if (!is_column) s->line = (uint32_t)strtoul(number + 1, NULL, 10);
  return end;
}

// All places of a line: of the node's range the lines of the first and the last.
static void read_places(struct signs *s, char *node, uint32_t *first, uint32_t *last) {
  *first = *last = 0;
  char *at = strstr(node, " 0x");
  for (; at && (starts_with(at, " 0x") || starts_with(at, " parent 0x") || starts_with(at, " prev 0x"));)
    at = strstr(at, "0x"), at += strcspn(at, " ");
  if (!at || !starts_with(at, " <")) return;
  at = read_place(s, at + 2);
  *first = *last = s->line;
  if (starts_with(at, ", ")) at = read_place(s, at + 2), *last = s->line;
  if (!starts_with(at, "> ")) return;
  at += 2;
  char *end = at + strcspn(at, " ");
  if (starts_with(at, "col:") || starts_with(at, "line:") ||
      (*at != '\'' && *at != '<' && memchr(at, ':', (size_t)(end - at))))
    read_place(s, at);
}

// A line of the tree, behind its branches: an operator with its type. It is changed.
static void read_operator(struct signs *s, char *line, const char *function, size_t length, uint32_t first,
                          uint32_t last) {
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
  if (first != last) map_u32_put(&s->unplaced, key, 1);
  uint64_t here = key_at(key, first);
  map_u32_put(&s->at, here, map_u32_get_or(&s->at, here, 0) | sign_in(s, type));
  count(s, here, 1);
  count(s, key_at(key, ALL_LINES), 1);
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
    uint32_t first, last;
    read_places(s, node, &first, &last);
    if (node == line + 2) function = starts_with(node, "FunctionDecl ") ? function_in(node, &length) : NULL;
    else if (function) read_operator(s, node, function, length, first, last);
  }
}

// --- both --------------------------------------------------------------------------------------------------------

static uint64_t key_of_instruction(LLVMValueRef function, LLVMValueRef i, char kind, bool has_width) {
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  uint32_t bits = has_width ? LLVMGetIntTypeWidth(kind == 'v' ? LLVMGetElementType(type) : type) : 0;
  char operation = opcode == LLVMAdd ? '+' : opcode == LLVMSub ? '-' : opcode == LLVMShl ? '<' : '*';
  return key_for(name, n, kind == 'v' ? 'v' : 'c', kind == 'v' ? operation : 0, bits);
}

static enum sign sign_of(uint32_t seen) {
  return seen == SEEN_SIGNED ? SIGN_SIGNED : seen == SEEN_UNSIGNED ? SIGN_NONE : SIGN_UNCLEAR;
}

static enum sign look_up(const struct signs *s, LLVMValueRef function, LLVMValueRef i, char kind) {
  uint64_t key = key_of_instruction(function, i, kind, true);
  uint32_t others = map_u32_get_or(&s->seen, key_of_instruction(function, i, kind, false), 0); // of unknown widths
  enum sign sign = sign_of(map_u32_get_or(&s->seen, key, 0) | others);
  if (sign != SIGN_UNCLEAR || kind != 'v' || others || map_u32_get_or(&s->unplaced, key, 0)) return sign;
  return sign_of(map_u32_get_or(&s->at, key_at(key, LLVMGetDebugLocLine(i)), 0));
}

// Operations on vectors whose lines do not have as many instructions.
static void compare_lines(struct front *f, struct signs *s, LLVMValueRef function, bool instructions) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (kind_of(f, i) != 'v') continue;
      uint64_t key = key_of_instruction(function, i, 'v', true), here = key_at(key, LLVMGetDebugLocLine(i));
      uint64_t all = key_at(key, ALL_LINES);
      uint32_t left = map_u32_get_or(&s->left, here, 0), of_all = map_u32_get_or(&s->left, all, 0);
      if (instructions ? !left : left || of_all) map_u32_put(&s->unplaced, key, 1);
      if (instructions && left) count(s, here, UINT32_MAX), count(s, all, UINT32_MAX);
    }
}

static unsigned metadata(struct front *f) {
  return LLVMGetMDKindIDInContext(f->context, SIGN_METADATA, sizeof SIGN_METADATA - 1);
}

static void mark(struct front *f, struct signs *s, LLVMModuleRef module) {
  LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
  for (int pass = 0; pass < 2; pass++)
    for (LLVMValueRef g = LLVMGetFirstFunction(module); g; g = LLVMGetNextFunction(g)) compare_lines(f, s, g, !pass);
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
  if (compile_dump(f, unit, NULL, text_cstr(&output)) && input_read(text_cstr(&output), &tree, &error))
    read_tree(&s, &tree);
  unlink(text_cstr(&output));
  mark(f, &s, module);
  error_release(&error);
  text_release(&output);
  text_release(&tree);
  map_u32_release(&s.seen);
  map_u32_release(&s.at);
  map_u32_release(&s.left);
  map_u32_release(&s.unplaced);
}
