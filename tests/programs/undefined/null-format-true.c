// expect: true bits: both
// null where formats allow it: %p, what is not read, a text of no length
// args: --check ub
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
int main(void) {
  char text[8];
  const char *name = __VERIFIER_nondet_int() ? "a" : NULL;
  printf("%p %% %*d\n", (void *)name, 3, 4);
  if (name) printf("%s\n", name);
  printf("%2$d %1$p\n", (void *)name, 3);
  printf("x\n", name);
  say("%s %p\n", "a", NULL);
  snprintf(text, sizeof text, "%s", name ? name : "-");
  return snprintf(NULL, 0, "%d", 3) > 3;
}
