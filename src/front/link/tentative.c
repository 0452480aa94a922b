// Tentative definitions of constants: `const int n;`. -fcommon, which lets several files of an old program have one,
// makes them symbols that can be written, whatever their type says. Once the files are linked there is one definition
// left, and it is a constant like those with an initialiser: writing it is undefined, and a machine traps.
#include "front/context.h"
#include "front/link/link.h"
#include "front/translate/names.h"

void tentative_resolve(struct front *f) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMGetLinkage(g) != LLVMCommonLinkage || !names_is_const(f, g)) continue;
    LLVMSetLinkage(g, LLVMExternalLinkage); // a common symbol may not be constant
    LLVMSetGlobalConstant(g, true);
  }
}
