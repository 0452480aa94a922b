// Contracts of functions in ACSL's words: `requires`, `ensures` and `assigns`, from the command line, from a file, and
// from comments above functions.
//
// A contract becomes C: the file of the function is compiled with functions behind its end that have the function's
// parameters, so that clang itself reads the expressions, with the file's types and macros. `#line` keeps the place of
// each word, so that clang's messages are about the contract as it was written.
//
//   clauses.c    finds contracts: which function, which clauses, where each stands
//   words.c      an expression of a contract as C: \result, \old(E), ==>
//   objects.c    what a precondition says of the objects that parameters point to: \valid(p), valid_string(s)
//   signature.c  the parameters of a function, as clang says
//   generate.c   the functions: CONTRACT_CHECK f runs f in every state that its precondition allows and asserts its
//                postcondition; CONTRACT_USE f stands for a call of f
//   apply.c      puts them into the program, and refuses contracts with side effects
#ifndef CLEW_FRONT_CONTRACT_CONTRACT_H
#define CLEW_FRONT_CONTRACT_CONTRACT_H
#include "front/front.h"
#include "front/llvm.h"

struct front;

#define CONTRACT_CHECK "__clew_contract_" // the names of the functions that are made: behind it, that of the function
#define CONTRACT_USE "__clew_use_"
#define CONTRACT_FILE "contract" // where what no clause says seems to stand
#define CONTRACT_RESULT "__clew_result"
#define CONTRACT_OLD "__clew_old_" // behind it a number

enum clause_kind { CLAUSE_REQUIRES, CLAUSE_ENSURES, CLAUSE_ASSIGNS };

struct clause {
  enum clause_kind kind;
  char *text; // without its word and its semicolon; owned
  char *file; // owned; for the command line the option's name
  uint32_t line, column; // where the text begins
};
VEC_TYPE(vec_clause, struct clause)

struct contract {
  char *function; // owned
  char *owner; // the file that is compiled with it, as it was given; owned. NULL: none was found
  bool is_stated; // by the command line
  bool has_body; // as clang says, once its file is compiled
  bool is_defined; // as the text of its owner looks
  bool has_objects; // its precondition says what parameters point to
  struct vec_clause clauses;
};
VEC_TYPE(vec_contract, struct contract)

// --- clauses.c -----------------------------------------------------------------------------------------------------
// All that the options and their files have. False: `error` says what is wrong with one.
bool contracts_find(const struct front_options *options, struct vec_contract *out, struct error *error);
void contracts_release(struct vec_contract *contracts);
struct contract *contract_of(const struct vec_contract *contracts, const char *function); // NULL: it has none
bool contract_has(const struct contract *contract, enum clause_kind kind);

// --- words.c -------------------------------------------------------------------------------------------------------
// A part of a clause's text, from one offset to another.
struct clause_part {
  const struct clause *clause;
  size_t from, to;
};
VEC_TYPE(vec_clause_part, struct clause_part)

struct words {
  bool after; // \result and \old mean something
  bool has_result; // the function returns something
  struct vec_clause_part *olds; // of each \old: what it is about, in the order of their numbers
  struct error *error;
};
// The expression as C, appended, on lines of its own with their places. False: words->error says what is wrong.
bool words_write(const struct words *words, struct clause_part part, struct text *out);
void words_place(const struct clause *clause, size_t offset, struct text *out); // `#line`, and the column
bool words_fail(struct error *error, const struct clause *clause, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5))); // false
// Without blanks around it, and without parentheses around all of it.
struct clause_part words_trim(struct clause_part part);
bool words_begin(struct clause_part part, const char *word); // does it begin with this word?
// Where a mark of these stands outside of parentheses, from `from` on; the part's end if nowhere.
size_t words_find(struct clause_part part, size_t from, const char *mark);
struct clause_part words_whole(const struct clause *clause);
// In parentheses behind the word with which the part begins, if they reach to its end. False: it is nothing like that.
bool words_call(struct clause_part part, const char *word, struct clause_part *inside);

// --- signature.c ---------------------------------------------------------------------------------------------------
struct signature_parameter {
  char *name, *type; // owned; as C, for __typeof__
  const char *stated; // what --entry calls it; NULL: it has no other name
  bool is_pointer, is_void, is_callback; // it points; to void; to a function
};
VEC_TYPE(vec_signature_parameter, struct signature_parameter)
struct signature {
  bool found, returns, is_variadic, has_body;
  bool returns_pointer;
  struct vec_signature_parameter parameters;
};
struct front_unit;
// As the file that was put in the place of the unit's declares it. False: the run has to stop.
bool signature_read(struct front *f, const struct front_unit *unit, const char *function, struct signature *out);
void signature_release(struct signature *signature);

// --- objects.c -----------------------------------------------------------------------------------------------------
// What a parameter points to.
struct object_claim {
  bool is_valid, is_string;
  struct clause_part last; // of \valid(p + (0 .. last)); without a clause: it is one element
};
// Takes what a conjunct of a precondition says of the object of a parameter. *is_claim: it does.
bool object_claim_read(const struct signature *signature, struct clause_part conjunct, struct object_claim *claims,
                       bool *is_claim, struct error *error);
// The conjuncts of a clause.
void objects_split(const struct clause *clause, struct vec_clause_part *out);

// --- generate.c ----------------------------------------------------------------------------------------------------
// The unit with the functions that its contracts need, in a file of its own: *made is that unit (its strings live in
// `keep`), or the unit as it is. False: f->error says why.
bool contract_unit(struct front *f, const struct front_unit *unit, const char *output, struct front_unit *made,
                   struct vec_string *keep);

// --- use.c ---------------------------------------------------------------------------------------------------------
#define CONTRACT_WRITES                                                                                                \
  "__clew_use__writes" // a call of it, where all is to become arbitrary that the function may write
#define CONTRACT_VALUE "__clew_use__value" // a call of it: in a native run it ends the run
#define CONTRACT_LENGTH "__clew_use__length"
#define CONTRACT_APART                                                                                                 \
  "__clew_use__apart" // a call of it: an object and a variable share no memory; the variable is 0, 0 still

// The function that stands for calls: appended. `claims`, `conditions`: its precondition.
struct making;
bool contract_use(struct front *f);  // replaces calls
void contract_use_assume(struct front *f);
void contract_own_assume(struct front *f, const struct contract *own); // of the function that starts

// --- apply.c -------------------------------------------------------------------------------------------------------
bool contract_begin(struct front *f); // before files are compiled
bool contract_apply(struct front *f); // once all are linked
void contract_assume(struct front *f); // what the verdict rests on
void contract_end(struct front *f);
bool contract_is_made(LLVMValueRef function); // one of the functions of generate.c

#endif
