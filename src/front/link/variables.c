// Variables of the C library that a program uses in ways that the models do not follow: functions whose models rest on
// them have no model then, and are unsupported.
#include "front/context.h"
#include "front/link/link.h"

// What the program declares but does not define.
static LLVMValueRef declared(struct front *f, const char *name) {
  LLVMValueRef variable = LLVMGetNamedGlobal(f->module, name);
  return variable && LLVMIsDeclaration(variable) ? variable : NULL;
}

static bool is_used(struct front *f, const char *name) {
  LLVMValueRef variable = declared(f, name);
  return variable && LLVMGetFirstUse(variable);
}

bool variables_only_read(struct front *f, const char *name) {
  LLVMValueRef variable = declared(f, name);
  for (LLVMUseRef use = variable ? LLVMGetFirstUse(variable) : NULL; use; use = LLVMGetNextUse(use))
    if (!LLVMIsALoadInst(LLVMGetUser(use))) return false;
  return true;
}

// Variables of the library that point somewhere when the program starts: each a stream of its own, or the environment.
bool variables_point_somewhere(const char *name, bool *is_stream) {
  *is_stream = !strcmp(name, "stdin") || !strcmp(name, "stdout") || !strcmp(name, "stderr");
  return *is_stream || !strcmp(name, "environ") || !strcmp(name, "__environ");
}

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(name, *names)) return true;
  return false;
}

bool variables_forbid_model(struct front *f, const char *name) {
  // The models keep the environment to themselves: nothing in environ changes with it, and it does not with environ.
  static const char *const environment[] = {"getenv", "secure_getenv", "setenv", "unsetenv",
                                            "putenv", "clearenv",      NULL};
  // Output of which the models know that it succeeds, since it goes to the standard output.
  static const char *const output[] = {"printf",           "vprintf",      "puts",          "putchar",
                                       "putchar_unlocked", "__printf_chk", "__vprintf_chk", NULL};
  if (is_one_of(name, environment)) return is_used(f, "environ") || is_used(f, "__environ");
  return is_one_of(name, output) && !variables_only_read(f, "stdout");
}
