// What `clew cc` keeps in object files: records in a section of its own, which linkers put together in the order of the
// objects, with zeros between them. Little-endian:
//
//   8 bytes   EMBEDDED_MAGIC
//   4 bytes   kind
//   4 bytes   size of the name
//   8 bytes   size of the content
//   the name, the content, zeros up to a multiple of 8
//
// Nothing that is read is trusted: sizes are checked.
#ifndef CLEW_BASE_FILE_EMBEDDED_H
#define CLEW_BASE_FILE_EMBEDDED_H
#include "base/file/bitcode_object.h"
#include <stdint.h>

#define EMBEDDED_SECTION ".clew"
#define EMBEDDED_MAGIC "\177CLEW1\n"

enum embedded_kind {
  EMBEDDED_BITCODE = 1, // the name is that of the C file
  EMBEDDED_CALLS = 2, // of the file before: what clang's messages tell of it (front/compile/implicit.c), one a line
  EMBEDDED_MISSING = 3, // the name is that of a file without bitcode; the content says why
  EMBEDDED_REFUSED = 4, // the program is linked in a way that clew does not follow; the content says how
  EMBEDDED_FLAGS = 5, // for the source that follows: flags of clang, each with a zero behind it
  EMBEDDED_SOURCE = 6, // the C file, preprocessed: checks that clang adds are in no bitcode that was made before
};

struct embedded {
  enum embedded_kind kind;
  struct bytes name, content;
};

void embedded_add(enum embedded_kind kind, const char *name, struct bytes content, struct text *out);
// The next record of a section. *at is 0 at first. False: there is no other; *damaged says whether something else is
// there.
bool embedded_next(struct bytes section, size_t *at, struct embedded *record, bool *damaged);

#endif
