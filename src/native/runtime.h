// Generated when clew is built: the part of the harness that is the same for all claims (harness_runtime), compiled to
// an object file for each data model.
#ifndef CLEW_NATIVE_RUNTIME_H
#define CLEW_NATIVE_RUNTIME_H
#include <stddef.h>

extern const unsigned char harness_runtime_32[], harness_runtime_64[];
extern const unsigned char trial_runtime_32[], trial_runtime_64[]; // the same for trials
extern const unsigned char served_runtime_32[], served_runtime_64[]; // and where one process does many runs
extern const size_t served_runtime_32_size, served_runtime_64_size;
extern const size_t trial_runtime_32_size, trial_runtime_64_size;
extern const size_t harness_runtime_32_size, harness_runtime_64_size;

#endif
