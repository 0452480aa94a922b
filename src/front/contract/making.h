// What the files of this folder share that write functions. See contract.h.
#ifndef CLEW_FRONT_CONTRACT_MAKING_H
#define CLEW_FRONT_CONTRACT_MAKING_H
#include "front/context.h"
#include "front/contract/contract.h"

struct making {
  struct front *f;
  struct contract *contract;
  struct signature signature;
  struct object_claim *claims; // by parameter
  struct vec_clause_part conditions; // the conjuncts of the preconditions that are no claims
  struct text *out;
};

// --- generate.c ----------------------------------------------------------------------------------------------------
const char *making_name(const struct making *m, uint32_t i); // of the i-th parameter
bool making_check(struct making *m, const struct words *words, struct clause_part part, const char *word);
bool making_assumption(struct making *m, const struct words *words, struct clause_part part);
bool making_postconditions(struct making *m, struct vec_clause_part *olds, bool asserts);
bool making_olds(struct making *m, const struct vec_clause_part *olds);
void making_arguments(const struct making *m, struct text *out);
void making_result_type(const struct making *m, struct text *out);

// --- replace.c -----------------------------------------------------------------------------------------------------
bool making_use_function(struct making *m); // the function that stands for calls

#endif
