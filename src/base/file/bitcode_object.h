// Object files and archives, as far as LLVM's bitcode in them goes. Nothing is trusted: offsets and sizes are checked.
#ifndef CLEW_BASE_FILE_BITCODE_OBJECT_H
#define CLEW_BASE_FILE_BITCODE_OBJECT_H
#include "base/text/text.h"
#include <stdbool.h>
#include <stddef.h>

enum object_kind {
  OBJECT_OTHER,
  OBJECT_BITCODE, // also as an object file: `clang -flto -c`
  OBJECT_ELF,
  OBJECT_ARCHIVE,
  OBJECT_THIN_ARCHIVE, // names its members, which are elsewhere
};
enum object_kind object_kind(const char *data, size_t size);

struct bytes {
  const char *data;
  size_t size;
};
// The bitcode that an object file is, or has in a section (-fembed-bitcode, -ffat-lto-objects). False: it has none.
bool object_bitcode(struct bytes object, struct bytes *bitcode);
// The content of a section of an ELF file, by its name. False: there is none.
bool object_section(struct bytes object, const char *name, struct bytes *content);
// Does the object file have gcc's own intermediate code (gcc -flto)?
bool object_is_of_gcc(struct bytes object);

// A program or a shared library, or another ELF file, by how the file begins: they have no name of their own.
bool object_is_linked(const char *file);

// The next member of an archive, symbol tables left out. *at is 0 at first. False: there is no other.
struct member {
  char name[256]; // cut where it is longer
  struct bytes content;
};
bool archive_next(struct bytes archive, size_t *at, struct member *member);

#endif
