// A compilation database (compile_commands.json): how each file of a project is compiled. Its entries become units of
// the front end; flags are judged by the table of compiler.def, and an entry with one that is refused is refused when
// it is needed, not before.
#ifndef CLEW_RUN_REQUEST_COMPILE_COMMANDS_H
#define CLEW_RUN_REQUEST_COMPILE_COMMANDS_H
#include "base/memory/arena.h"
#include "run/request/invocation.h"
#include "front/front.h"

VEC_TYPE(vec_front_unit, struct front_unit)
VEC_TYPE(vec_unit_of_file, const struct front_unit *)

struct database {
  const char *file; // NULL: none was given
  struct arena arena; // everything below
  struct vec_front_unit units; // of C files that are there, in the order of the database
  struct vec_unit_of_file given; // the unit of each file of the command line; NULL: it is in no entry
  struct text notes; // lines: which of several entries was taken, where nothing told
};

// `place` is the file or the folder that it is in.
bool database_read(struct database *database, const char *place, struct error *error);
// Finds the units of the files of a command line; their data model is put into *bits, 0 if they say none.
bool database_find(struct database *database, const struct vec_word *files, uint32_t *bits, struct error *error);
void database_release(struct database *database);

// The words of a command as a POSIX shell splits them, without expansions; appended, in the arena. False: a quote is
// not closed.
bool database_split(const char *command, struct arena *arena, struct vec_word *out);

#endif
