// The function that stands for a call of one with a contract, as C. See contract.h.
//
//   int __clew_use_parse(char *const s, const size_t n) {
//     s is a string; if (!(n >= 1)) the precondition does not hold;
//     what it assigns becomes arbitrary
//     int result = any; assume(result >= 0);
//     return result;
//   }
#include "front/contract/making.h"
#include <string.h>

// Reads the first and the last byte of what the precondition says that there is: memory safety checks both.
static bool write_object_check(struct making *m, uint32_t i, struct text *size) {
  const struct object_claim *claim = &m->claims[i];
  const char *name = making_name(m, i);
  struct words words = {.error = m->f->error};
  bool good = true;
  if (claim->is_string) text_printf(m->out, "(void)" CONTRACT_LENGTH "(%s);\n", name); // reads it to its end
  if (claim->is_string) text_printf(size, "(" CONTRACT_LENGTH "(%s) + 1)", name);
  if (!claim->is_valid) return true;
  text_clear(size);
  if (claim->last.clause) {
    text_add(size, "((__SIZE_TYPE__)((");
    good = words_write(&words, claim->last, size);
    text_printf(size, ") + 1) * sizeof *(%s))", name);
  } else {
    text_printf(size, "(sizeof *(%s))", name);
  }
  if (claim->last.clause) words_place(claim->last.clause, claim->last.from, m->out);
  text_printf(m->out, "if (%s) {\n(void)*(const volatile char *)%s;\n(void)((const volatile char *)%s)[%s - 1];\n}\n",
              text_cstr(size), name, name, text_cstr(size));
  return good;
}

static bool is_constant(const struct making *m, uint32_t i) {
  return !strncmp(m->signature.parameters.data[i].type, "const ", 6);
}

// The proof of the contract was about objects that share no memory.
static bool write_objects(struct making *m) {
  uint32_t n = m->signature.parameters.size;
  struct text sizes[64] = {0};
  bool good = n <= 64;
  if (!good)
    return words_fail(m->f->error, &m->contract->clauses.data[0], 0, "a contract with more than 64 parameters");
  for (uint32_t i = 0; i < n && good; i++)
    if (m->claims[i].is_valid || m->claims[i].is_string) {
      m->contract->has_objects = true;
      good = write_object_check(m, i, &sizes[i]);
    }
  for (uint32_t i = 0; i < n && good; i++)
    for (uint32_t k = 0; k < i && sizes[i].size; k++) {
      if (!sizes[k].size || (is_constant(m, i) && is_constant(m, k))) continue;
      const char *a = making_name(m, k), *b = making_name(m, i);
      text_printf(m->out,
                  "if (!((__UINTPTR_TYPE__)%s + %s <= (__UINTPTR_TYPE__)%s || (__UINTPTR_TYPE__)%s + %s <= "
                  "(__UINTPTR_TYPE__)%s))\n__clew_violated(\"requires the objects of %s and %s to share no memory\", "
                  "__FILE__, __LINE__, \"%s\");\n",
                  a, text_cstr(&sizes[k]), b, b, text_cstr(&sizes[i]), a, a, b, m->contract->function);
    }
  for (uint32_t i = 0; i < n && good; i++)
    if (sizes[i].size)
      text_printf(m->out, CONTRACT_APART "((const void *)%s, %s, 0, 0);\n", making_name(m, i), text_cstr(&sizes[i]));
  for (uint32_t i = 0; i < n; i++) text_release(&sizes[i]);
  return good;
}

// C and parts of a clause by turns; the last has none.
struct piece {
  const char *text;
  struct clause_part part;
};

static bool write_pieces(struct making *m, const struct piece *pieces) {
  struct words words = {.error = m->f->error};
  for (; pieces->part.clause; pieces++) {
    text_add(m->out, pieces->text);
    if (!words_write(&words, pieces->part, m->out)) return false;
  }
  text_add(m->out, pieces->text);
  return true;
}

// Numbers only: a pointer that became arbitrary would lead to none of the program's objects. By clang's classes of
// types: 5 are pointers, 12 structures, 13 unions.
static bool write_kind(struct making *m, struct clause_part part, const char *element) {
  struct text rest = {0};
  words_place(part.clause, part.from, m->out);
  text_printf(&rest, ")%s) <= 4 || __builtin_classify_type((", element);
  struct text end = {0};
  text_printf(&end,
              ")%s) == 8, \"assigns: a number is expected, as in s->count or a[0 .. n-1]; structures and pointers "
              "member by member, or not at all\");\n",
              element);
  bool good = write_pieces(m, (struct piece[]){{"_Static_assert(__builtin_classify_type((", part},
                                               {text_cstr(&rest), part},
                                               {text_cstr(&end), {0}}});
  text_release(&rest);
  text_release(&end);
  return good;
}

// One location of `assigns`: *p, x, s->count, a[0 .. n-1], or \nothing.
static bool write_location(struct making *m, struct clause_part part) {
  const char *text = part.clause->text;
  if (words_begin(part, "\\nothing")) return true;
  size_t open;
  struct clause_part inside = {0};
  size_t dots = 0;
  for (open = part.from; open < part.to; open++) { // the last bracket, if it has a range
    if (text[open] != '[' || text[part.to - 1] != ']') continue;
    inside = (struct clause_part){part.clause, open + 1, part.to - 1};
    dots = words_find(inside, inside.from, "..");
    if (dots < inside.to) break;
  }
  struct clause_part array = {part.clause, part.from, open}, first = {part.clause, inside.from, dots},
                     last = {part.clause, dots + 2, inside.to};
  if (open == part.to)
    return write_kind(m, part, "") &&
           write_pieces(m, (struct piece[]){{"__clew_havoc((void *)&(", part}, {"), sizeof(", part}, {"));\n", {0}}});
  return write_kind(m, array, "[0]") && write_pieces(m, (struct piece[]){{"if ((__SIZE_TYPE__)(", last},
                                                                         {") + 1 != (__SIZE_TYPE__)(", first},
                                                                         {")) __clew_havoc((void *)&(", array},
                                                                         {")[", first},
                                                                         {"], ((__SIZE_TYPE__)(", last},
                                                                         {") + 1 - (__SIZE_TYPE__)(", first},
                                                                         {")) * sizeof (", array},
                                                                         {")[0]);\n", {0}}});
}

static bool write_assigned(struct making *m) {
  if (!contract_has(m->contract, CLAUSE_ASSIGNS)) {
    if (m->signature.has_body) text_add(m->out, CONTRACT_WRITES "();\n");
    return true;
  }
  for (uint32_t i = 0; i < m->contract->clauses.size; i++) {
    const struct clause *clause = &m->contract->clauses.data[i];
    if (clause->kind != CLAUSE_ASSIGNS) continue;
    struct clause_part rest = words_whole(clause);
    for (size_t comma; rest.from < rest.to; rest.from = comma + 1) {
      comma = words_find(rest, rest.from, ",");
      struct clause_part one = words_trim((struct clause_part){clause, rest.from, comma});
      if (one.from == one.to) return words_fail(m->f->error, clause, one.from, "what is assigned is expected");
      if (!write_location(m, one)) return false;
      if (comma == rest.to) break;
    }
  }
  return true;
}

// Without a body and without `assigns`, the function itself is called: what that means, --undefined says.
static void write_result(struct making *m) {
  bool calls = !m->signature.has_body && !contract_has(m->contract, CLAUSE_ASSIGNS);
  if (m->signature.returns) {
    making_result_type(m, m->out);
    text_add(m->out, " " CONTRACT_RESULT);
    if (!calls) text_add(m->out, ";\n__clew_havoc(&" CONTRACT_RESULT ", sizeof " CONTRACT_RESULT ");\n");
    else text_add(m->out, " = ");
  }
  if (!calls) return;
  text_printf(m->out, "%s(", m->contract->function);
  making_arguments(m, m->out);
  text_add(m->out, ");\n");
}

static bool write_use_body(struct making *m) {
  struct words words = {.error = m->f->error};
  bool good = write_objects(m);
  for (uint32_t i = 0; i < m->conditions.size && good; i++)
    good = making_check(m, &words, m->conditions.data[i], "precondition");
  struct text after = {0}, *out = m->out;
  struct vec_clause_part olds = {0};
  m->out = &after;
  good = good && making_postconditions(m, &olds, false);
  m->out = out;
  good = good && making_olds(m, &olds);
  text_add(out, "(void)" CONTRACT_VALUE "();\n");
  good = good && write_assigned(m);
  text_add(out, "\n#line 1 \"" CONTRACT_FILE "\"\n");
  write_result(m);
  text_add(out, text_cstr(&after));
  if (m->signature.returns) text_add(out, "\nreturn " CONTRACT_RESULT ";\n");
  text_release(&after);
  vec_clause_part_release(&olds);
  return good;
}

bool making_use_function(struct making *m) {
  if (m->signature.is_variadic || m->signature.returns_pointer) return true; // its body stands for itself
  struct text body = {0}, list = {0}, result = {0}, *out = m->out;
  m->out = &body;
  for (uint32_t i = 0; i < m->signature.parameters.size; i++)
    text_printf(&list, "%s__typeof__(%s) const %s", i ? ", " : "", m->signature.parameters.data[i].type,
                making_name(m, i));
  bool good = write_use_body(m);
  m->out = out;
  // The type of what a call gives is asked with arguments that are no more than their types.
  text_printf(&result, "__typeof__(%s(", m->contract->function);
  for (uint32_t i = 0; i < m->signature.parameters.size; i++)
    text_printf(&result, "%s*(__typeof__(%s) *)0", i ? ", " : "", m->signature.parameters.data[i].type);
  text_add(&result, "))");
  text_printf(out, "\n#line 1 \"" CONTRACT_FILE "\"\n%s " CONTRACT_USE "%s(%s) {\n%s}\n", text_cstr(&result),
              m->contract->function, list.size ? text_cstr(&list) : "void", text_cstr(&body));
  text_release(&body);
  text_release(&list);
  text_release(&result);
  return good;
}
