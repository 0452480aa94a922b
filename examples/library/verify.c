// Verifies the files of its command line with libclew and prints what was found:
//     cc verify.c $(pkg-config --cflags --libs clew) -o verify && ./verify program.c
#include <clew.h>
#include <stdio.h>

static void show(void *context, const char *line) {
  (void)context;
  fprintf(stderr, "%s\n", line);
}

int main(int argc, char **argv) {
  struct clew_request *request = clew_request_new();
  clew_request_add(request, "--timeout");
  clew_request_add(request, "30");
  for (int i = 1; i < argc; i++) clew_request_add(request, argv[i]);
  struct clew_listener listener = {.progress = show};
  struct clew_result *result = clew_run(request, &listener);
  if (!result) return 2;
  if (clew_result_verdict(result) == CLEW_MISTAKE) {
    fputs(clew_result_message(result), stderr);
  } else {
    for (size_t i = 0; i < clew_result_checks(result); i++) {
      struct clew_check check = clew_result_check(result, i);
      printf("%s:%u: %s %s: %s\n", check.file, (unsigned)check.line, check.kind, check.text, check.status);
    }
    for (size_t i = 0; i < clew_result_lines(result); i++) printf("  %s\n", clew_result_line(result, i));
    for (size_t i = 0; i < clew_result_assumptions(result); i++)
      printf("assuming: %s\n", clew_result_assumption(result, i));
    printf("%s\n", clew_result_text(result));
  }
  int status = clew_result_verdict(result) == CLEW_TRUE ? 0 : clew_result_verdict(result) == CLEW_FALSE ? 1 : 2;
  clew_result_free(result);
  clew_request_free(request);
  return status;
}
