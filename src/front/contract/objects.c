// What a precondition says of the objects that parameters point to. See contract.h.
#include "front/contract/contract.h"
#include <ctype.h>
#include <string.h>

void objects_split(const struct clause *clause, struct vec_clause_part *out) {
  struct clause_part part = words_whole(clause);
  bool is_conjunction = words_find(part, part.from, "||") == part.to && words_find(part, part.from, "?") == part.to &&
                        words_find(part, part.from, "==>") == part.to;
  while (is_conjunction) {
    size_t at = words_find(part, part.from, "&&");
    if (at == part.to) break;
    vec_clause_part_push(out, words_trim((struct clause_part){clause, part.from, at}));
    part.from = at + 2;
  }
  vec_clause_part_push(out, words_trim(part));
}

// The parameter that the part begins with, and what is behind its name; UINT32_MAX: it begins with none.
static uint32_t parameter_at(const struct signature *s, struct clause_part part, struct clause_part *rest) {
  for (uint32_t i = 0; i < s->parameters.size; i++) {
    const char *name = s->parameters.data[i].name, *stated = s->parameters.data[i].stated;
    if (stated && words_begin(part, stated)) name = stated;
    if (!*name || !words_begin(part, name)) continue;
    *rest = words_trim((struct clause_part){part.clause, part.from + strlen(name), part.to});
    return i;
  }
  return UINT32_MAX;
}

static bool no_parameter(struct clause_part part, struct error *error) {
  return words_fail(error, part.clause, part.from,
                    "a parameter that is a pointer is expected: \\valid(p), \\valid(p + (0 .. n-1)), valid_string(p)");
}

// Behind `p`: nothing, or `+ (0 .. last)`.
static bool read_range(struct clause_part rest, struct object_claim *claim, struct error *error) {
  const char *text = rest.clause->text;
  if (rest.from == rest.to) {
    claim->last = (struct clause_part){0};
    return true;
  }
  if (text[rest.from] != '+') return no_parameter(rest, error);
  struct clause_part range = words_trim((struct clause_part){rest.clause, rest.from + 1, rest.to});
  size_t dots = words_find(range, range.from, "..");
  struct clause_part first = words_trim((struct clause_part){rest.clause, range.from, dots});
  if (dots == range.to || first.to - first.from != 1 || text[first.from] != '0')
    return words_fail(error, rest.clause, range.from, "a range from 0 is expected: p + (0 .. n-1)");
  claim->last = words_trim((struct clause_part){rest.clause, dots + 2, range.to});
  if (claim->last.from < claim->last.to) return true;
  return words_fail(error, rest.clause, dots, "the end of the range is expected behind `..`");
}

bool object_claim_read(const struct signature *signature, struct clause_part conjunct, struct object_claim *claims,
                       bool *is_claim, struct error *error) {
  struct clause_part inside, rest;
  bool is_string = words_call(conjunct, "valid_string", &inside) || words_call(conjunct, "\\valid_string", &inside);
  *is_claim = is_string || words_call(conjunct, "\\valid", &inside) || words_call(conjunct, "\\valid_read", &inside);
  if (!*is_claim) return true;
  uint32_t i = parameter_at(signature, inside, &rest);
  if (i == UINT32_MAX || !signature->parameters.data[i].is_pointer) return no_parameter(inside, error);
  struct object_claim *claim = &claims[i];
  if (is_string ? claim->is_string : claim->is_valid)
    return words_fail(error, conjunct.clause, conjunct.from, "this is said of `%s` already",
                      signature->parameters.data[i].name);
  if (is_string) {
    claim->is_string = true;
    return rest.from == rest.to || no_parameter(inside, error);
  }
  claim->is_valid = true;
  return read_range(rest, claim, error);
}
