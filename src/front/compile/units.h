// Files that are linked because others need them: units of the compilation database, members of archives. And object
// files and linked programs with bitcode in them.
#ifndef CLEW_FRONT_COMPILE_UNITS_H
#define CLEW_FRONT_COMPILE_UNITS_H
#include "front/front.h"
#include "front/llvm.h"

struct front;
struct vec_implicit;

// --- bitcode.c: object files and archives --------------------------------------------------------------------------
bool bitcode_is_object(const char *file); // also a linked program, whatever it is called
bool bitcode_is_archive(const char *file);
// Links all modules of an object file or a linked program; `add` takes each for its own.
bool bitcode_link_object(struct front *f, const char *file, struct vec_implicit *implicit,
                         bool (*add)(struct front *f, LLVMModuleRef module, const char *source));
// Links what the other files lack from all archives.
bool bitcode_link_archives(struct front *f, struct vec_implicit *implicit,
                           bool (*add)(struct front *f, LLVMModuleRef module, const char *source));

// --- units.c: the compilation database -----------------------------------------------------------------------------
const struct front_unit *units_given(struct front *f, uint32_t i, struct front_unit *plain); // of the i-th file
// Links what is missing from units of the database. `add` takes a module for its own.
bool units_link(struct front *f, struct vec_implicit *implicit,
                bool (*add)(struct front *f, LLVMModuleRef module, const char *source));
// Does the module define what others can see by this name?
bool module_defines(LLVMModuleRef module, const char *name);

// --- definitions.c: the names that a C file may define by its text -------------------------------------------------
// False: the file cannot be read.
bool definitions_read(const char *file, struct map_u32 *names);
void definitions_scan(const char *text, struct map_u32 *names);
bool definitions_have(const struct map_u32 *names, const char *name, bool is_function);

#endif
