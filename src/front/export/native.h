// The copy of the program that is run natively, as bitcode and, where it is simple, as FILE.o; and the places where
// such a run gets contents that are arbitrary in the automaton (sites, see struct cfa_site).
#ifndef CLEW_FRONT_EXPORT_NATIVE_H
#define CLEW_FRONT_EXPORT_NATIVE_H
#include "cfa/cfa.h"
#include "front/llvm.h"

struct front;

bool module_write_replay(struct front *f, const char *file);
bool module_write_copy(struct front *f, const char *file, bool given); // for a person, see front_write_copy
bool module_write_covered(struct front *f, const char *file);

// The number of the place where an instruction makes contents that are arbitrary, in memory of that node (0:
// variables).
uint32_t site_of(struct front *f, LLVMValueRef instruction, uint32_t node);
uint32_t sites_add(struct front *f); // another one
// Of a variable that is only declared; 0: a run has it already, or cannot.
uint32_t site_of_declared(struct front *f, LLVMValueRef global, uint32_t node);
// Arguments of an entry function that is not main, by the number of the scalar: the address of a structure that is
// passed in memory, or none; where a run gets any other.
LLVMTypeRef argument_structure(LLVMValueRef function, unsigned k); // NULL: the parameter is a value
struct term argument_place(struct front *f, uint32_t callee, uint32_t number);
void argument_site(struct front *f, uint32_t callee, uint32_t number, struct cfa_input *input);
void sites_resolve(struct front *f); // once it is known which regions are used

#endif
