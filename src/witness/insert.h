// Texts that are put into a C file, before or behind its tokens. Lines stay; columns can be mapped back.
#ifndef CLEW_WITNESS_INSERT_H
#define CLEW_WITNESS_INSERT_H
#include "witness/places.h"

// Of texts at the same place: what closes stands before what opens, a call is closed before what is around it and
// opened behind it.
enum insert_rank { RANK_CLOSE_CALL, RANK_CLOSE, RANK_STATEMENT, RANK_INNER, RANK_CALL };

struct insertion {
  uint32_t file, offset; // before the character there
  enum insert_rank rank; // of two at the same place the one with the lower rank stands first
  uint32_t line, column; // of the place
  uint32_t point; // what it is of
  uint32_t switch_id; // where a switch begins or ends whose cases are counted; 0: it is none
  bool ends_switch;
  uint32_t cases; // of the switch that ends, in its text
  struct text text;
};
VEC_TYPE(vec_insertion, struct insertion)

struct insertions {
  const struct places *places; // of the program as it is
  struct vec_insertion list; // by place, once they are sorted
  bool absolute; // the names of the files are said in full
};

void insert_release(struct insertions *in);
// The text to fill, until the next one is put in.
struct text *insert_before(struct insertions *in, uint32_t point, uint32_t file, uint32_t token, enum insert_rank rank);
struct text *insert_behind(struct insertions *in, uint32_t point, uint32_t file, uint32_t token, enum insert_rank rank);
// Statements before another one, which stays the only one where only one may stand.
void insert_statements(struct insertions *in, uint32_t point, uint32_t file, uint32_t statement, const char *text);
// Around the condition of a control statement, whose outcome is known as `name` in the statements. False: it has no
// condition.
bool insert_at_condition(struct insertions *in, uint32_t point, uint32_t file, uint32_t statement, const char *name,
                         const char *statements);
// Behind the call that ends with this `)`: its result is known as `name` in the statements. The call's name is before
// its `(`.
void insert_at_return(struct insertions *in, uint32_t point, uint32_t file, uint32_t close, const char *name,
                      const char *statements);
// When all are there.
void insert_sort(struct insertions *in);
// The text of a file with everything in it, behind a line with `names`. `open`, `close`: words before and behind each
// of the texts, with its number; NULL: none.
void insert_print(const struct insertions *in, uint32_t file, const char *names, const char *open, const char *close,
                  struct text *out);
// A place in that text, of a line in the file, as it was before. The number of the text that it is in, or OUTLINE_NONE.
uint32_t insert_place(const struct insertions *in, uint32_t file, uint32_t line, uint32_t *column);

#endif
