// expect: unknown|false bits: both
// strcmp through a pointer, with and without a prototype: only the sign of its result is known.
extern void reach_error(void);
int strcmp();
int strncmp(const char *, const char *, __SIZE_TYPE__);
char text[2] = "c";
int main(void) {
  int (*order)() = strcmp;
  int (*part)(const char *, const char *, __SIZE_TYPE__) = strncmp;
  if (order != strcmp || order(text, "a") <= 0 || part(text, "a", 0)) return 0;
  if (order(text, "a") != 2 || part(text, "a", 1) != 2) reach_error();
}
