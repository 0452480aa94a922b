// Looks at what the command line names before any work is done, so that bad
// input gets one clear message.
#ifndef CLEW_RUN_REQUEST_INPUT_KIND_H
#define CLEW_RUN_REQUEST_INPUT_KIND_H
#include "base/error.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "base/text/text.h"
#include "run/request/options.h"

enum input_kind { INPUT_FILE_C, INPUT_FILE_LLVM, INPUT_FILE_CFA };

// Checks every input file; *kind is CFA, LLVM (all of them) or C.
bool input_check_files(const struct options *options, enum input_kind *kind, struct error *error);
// Is every file C, so that a compiler can add checks?
bool input_all_are_c(const struct options *options);
// Is one of the files a linked program or a shared library?
bool input_has_linked(const struct options *options);
// By its name: one that clew reads as a program, or a part of one.
bool input_is_program(const char *file);
// By how it begins: a certificate.
bool input_is_certificate(const char *file);
// That the compiler can be run.
bool input_check_clang(const struct options *options, struct error *error);
// That FILE can be written; leaves it as it is. NULL is fine.
bool input_check_output(const char *option, const char *file, struct error *error);

#endif
