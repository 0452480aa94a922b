// The part of the harness that gives the program its inputs, as C text: how a call takes the next one, and the
// functions of assert.h.
#include "native/harness.h"
#include "native/exchange.h"
#include "native/served/runtime.h"

// Inputs for the user's own runs: what is asked for in another order than the claim's is answered as well as possible.
static const char take_leniently[] =
    "int dprintf(int, const char *, ...);\n"
    "void _exit(int) __attribute__((noreturn));\n"
    "static union clew_value clew_take(const char *function) {\n"
    "  static unsigned next, taken;\n"
    "  while (clew_inputs[next].in_library) next++, taken = 0;\n"
    "  unsigned i = next;\n"
    "  while (clew_inputs[i].function && (!clew_same(clew_inputs[i].function, function) || "
    "clew_inputs[i].in_library)) i++;\n"
    "  if (!clew_inputs[i].function) {\n"
    "    dprintf(2, \"clew: no value was recorded for this call of %s: it returns 0\\n\", function);\n"
    "    return (union clew_value){0};\n"
    "  }\n"
    "  if (i != next)\n"
    "    dprintf(2, \"clew: %s is called where %s was expected\\n\", function, clew_inputs[next].function);\n"
    "  if (i != next) next = i, taken = 0;\n"
    "  if (++taken == clew_inputs[i].times) next++, taken = 0;\n"
    "  return clew_inputs[i].value;\n"
    "}\n\n"
    "WEAK __attribute__((noinline)) void clew_error(const char *what) {\n"
    "  dprintf(2, \"clew: the error is reached: %s\\n\", what);\n"
    "  _exit(1);\n"
    "}\n\n"
    "WEAK void __VERIFIER_assume(int condition) {\n"
    "  if (condition) return;\n"
    "  dprintf(2, \"clew: an assumption does not hold\\n\");\n"
    "  _exit(0);\n"
    "}\n\n";

// Inputs for clew's own run: exactly those of the claim, in its order, before the error.
static const char take_strictly[] =
    "void clew_seen(const char *what), clew_quit(const char *, const char *, const char *, const char *);\n"
    "static unsigned clew_next, clew_taken;\n"
    "static const struct clew_input *clew_expected(void) {\n"
    "  while (clew_inputs[clew_next].function && !clew_inputs[clew_next].stub) clew_next++;\n"
    "  return &clew_inputs[clew_next];\n"
    "}\n\n"
    "static union clew_value clew_take(const char *function) {\n"
    "  const struct clew_input *input = clew_expected();\n"
    "  if (!input->function)\n"
    "    clew_quit(\"the program asks for more inputs than the counterexample has: \", function, \"\", \"\");\n"
    "  if (!clew_same(input->function, function))\n"
    "    clew_quit(\"the program asks for a value of \", function, \" where the counterexample has one of \",\n"
    "              input->function);\n"
    "  if (++clew_taken == input->times) clew_next++, clew_taken = 0;\n"
    "  return input->value;\n"
    "}\n\n"
    "WEAK __attribute__((noinline)) void clew_error(const char *what) {\n"
    "  const struct clew_input *input = clew_expected();\n"
    "  if (input->function)\n"
    "    clew_quit(\"an error is reached before the program asks for a value of \", input->function, \"\", \"\");\n"
    "  clew_seen(what);\n"
    "}\n\n"
    "WEAK void __VERIFIER_assume(int condition) {\n"
    "  if (!condition) clew_quit(\"an assumption does not hold\", \"\", \"\", \"\");\n"
    "}\n\n"
    "// What models of the C library say that they do not do.\n"
    "void clew_not_computed(void) {\n"
    "  clew_quit(\"a value is needed that a model of the C library does not compute\", \"\", \"\", \"\");\n"
    "}\n"
    "void __clew_unsupported(const char *what) {\n"
    "  clew_quit(\"a model of the C library does not cover \", what, \"\", \"\");\n"
    "}\n\n";

// The library has these in a part that needs the compiler's own object files, which a run of clew's does without. By
// reserved names: the program may have an on_exit of its own.
static const char exit_handlers[] =
    "int __cxa_atexit(void (*function)(void *), void *argument, void *object);\n"
    "int __cxa_at_quick_exit(void (*function)(void *), void *object);\n"
    "static void clew_run_handler(void *function) { ((void (*)(void))function)(); }\n"
    "WEAK int atexit(void (*function)(void)) { return __cxa_atexit(clew_run_handler, (void *)function, 0); }\n"
    "WEAK int at_quick_exit(void (*function)(void)) {\n"
    "  return __cxa_at_quick_exit((void (*)(void *))function, 0);\n"
    "}\n";

void harness_take_runtime(enum harness_use use, struct text *out) {
  text_add(out, "#define WEAK __attribute__((weak))\n\n"
                "static int clew_same(const char *a, const char *b) {\n"
                "  while (*a && *a == *b) a++, b++;\n"
                "  return *a == *b;\n"
                "}\n\n");
  switch (use) {
  case HARNESS_PERSON: text_add(out, take_leniently); break;
  case HARNESS_REPLAY: text_add(out, take_strictly); break;
  case HARNESS_TRIAL: trial_runtime_take(REPLAY_DESCRIPTOR, out); break;
  case HARNESS_SERVED: served_runtime_take(REPLAY_DESCRIPTOR, out); break;
  }
  if (use == HARNESS_REPLAY || use == HARNESS_TRIAL) text_add(out, exit_handlers);
  text_add(out,
           "WEAK void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {\n"
           "  clew_error(\"assertion failed\");\n"
           "}\n"
           "WEAK int assert(int condition) { // called as a function, because its header was forgotten\n"
           "  if (!condition) clew_error(\"assertion failed\");\n"
           "  return 0;\n"
           "}\n"
           "WEAK void clew_assert(int condition) {\n"
           "  if (!condition) clew_error(\"assertion failed\");\n"
           "}\n"
           "WEAK void clew_assume(int condition) { __VERIFIER_assume(condition); }\n"
           "WEAK void __assert(const char *what, const char *file, int line) { clew_error(\"assertion failed\"); }\n"
           "WEAK void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {\n"
           "  clew_error(\"assertion failed\");\n"
           "}\n"
           "WEAK void __assert_rtn(const char *function, const char *file, int line, const char *what) {\n"
           "  clew_error(\"assertion failed\");\n"
           "}\n");
}
