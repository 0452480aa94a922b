// One C file to bitcode, by clang.
#ifndef CLEW_FRONT_COMPILE_COMPILE_H
#define CLEW_FRONT_COMPILE_COMPILE_H
#include "front/front.h"
#include "front/llvm.h"

struct front;
struct vec_implicit;

// --- compile.c -----------------------------------------------------------------------------------------------------
bool compile_unit(struct front *f, const struct front_unit *unit, const char *output, struct vec_implicit *implicit);
// Its syntax tree, as text; `function`: of what has that in its name only, as JSON objects. NULL: all.
bool compile_dump(struct front *f, const struct front_unit *unit, const char *function, const char *output);
LLVMModuleRef compile_read(struct front *f, const char *file, const char *shown); // a .bc or .ll; NULL with an error

// --- target.c: refuses other machines ------------------------------------------------------------------------------
bool target_check(struct front *f, LLVMModuleRef module, const char *source);

// --- sources.c: the names of the files that were read --------------------------------------------------------------
// Appends the names in a list that clang wrote for make, in the folder where it worked (NULL: here); owned strings.
void sources_read(const char *list, const char *folder, struct vec_string *out);

#endif
