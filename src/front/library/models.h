// The models of the C library (models/*.c), compiled to bitcode when clew is
// built and embedded: one module per data model.
#ifndef CLEW_FRONT_LIBRARY_MODELS_H
#define CLEW_FRONT_LIBRARY_MODELS_H
#include <stddef.h>

extern const unsigned char models_32[];
extern const size_t models_32_size;
extern const unsigned char models_64[];
extern const size_t models_64_size;

#endif
