// Places of the automaton in the files that were given: what the compiler says of a place goes by lines that `#line`
// and its like may have moved; a witness says where in the file it is.
#ifndef CLEW_WITNESS_PLACES_H
#define CLEW_WITNESS_PLACES_H
#include "cfa/cfa.h"
#include "witness/outline.h"

struct places {
  const struct cfa *cfa;
  uint32_t n_files;
  struct outline *outlines; // of each file
  struct vec_u32 file_of; // of each file of the automaton: the one that it is, or OUTLINE_NONE
};

// The files, then the automaton that places are asked of.
bool places_init(struct places *places, uint32_t n_files, const char *const *files, struct error *error);
void places_bind(struct places *places, const struct cfa *cfa);
void places_release(struct places *places);
// The file and the line in it. False: it is in none of them, or that is not clear.
bool places_find(const struct places *places, struct source_place place, uint32_t *file, uint32_t *line);
// The same, and the token with the place in it.
bool places_token(const struct places *places, struct source_place place, uint32_t *file, uint32_t *token);

#endif
