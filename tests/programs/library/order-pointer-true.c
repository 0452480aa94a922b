// expect: true bits: both
// strcmp through a pointer, with and without a prototype: the sign of its result is known.
extern void reach_error(void);
int strcmp();
int strncmp(const char *, const char *, __SIZE_TYPE__);
char text[2] = "c";
int main(void) {
  int (*order)() = strcmp;
  int (*part)(const char *, const char *, __SIZE_TYPE__) = strncmp;
  if (order != strcmp || order(text, "a") <= 0 || part(text, "a", 0) || part(text, "d", 1) >= 0) reach_error();
}
