// What the machine has: functions of its C library, processors.
#ifndef CLEW_BASE_PROCESS_MACHINE_H
#define CLEW_BASE_PROCESS_MACHINE_H
#include <stdbool.h>
#include <stdint.h>

// Does the C library, its math library or the compiler's run-time library define this function? Asked of the
// libraries of the data model that clew itself has: those of another one have the same functions, and there the
// linker has the last word.
bool machine_has(const char *function);

// Processors that this process may use: those it may run on, and not more than its control group (version 2) has time
// for. At least 1.
uint32_t machine_cores(void);

#endif
