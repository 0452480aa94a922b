// See machine.h.
#include "base/machine.h"
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

// What only the archive that goes with the shared C library has.
static const char *const archived[] = {"atexit", "at_quick_exit", "pthread_atfork"};

bool machine_has(const char *function) {
  static const char *const libraries[] = {"libc.so.6", "libm.so.6", "libgcc_s.so.1"};
  for (size_t i = 0; i < sizeof archived / sizeof *archived; i++)
    if (strcmp(function, archived[i]) == 0) return true;
  bool found = false;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !found; i++) {
    void *library = dlopen(libraries[i], RTLD_LAZY);
    if (!library) continue;
    found = dlsym(library, function) != NULL;
    dlclose(library);
  }
  return found;
}
