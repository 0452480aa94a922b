// What the machine's own C library has.
#ifndef CLEW_BASE_MACHINE_H
#define CLEW_BASE_MACHINE_H
#include <stdbool.h>

// Does the C library, its math library or the compiler's run-time library define this function? Asked of the
// libraries of the data model that clew itself has: those of another one have the same functions, and there the
// linker has the last word.
bool machine_has(const char *function);

#endif
