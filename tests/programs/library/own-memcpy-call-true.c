// expect: true bits: both
// The program's own memcpy is called by the program only: nothing in it is copied by the compiler.
// says:
typedef __SIZE_TYPE__ size;
extern void reach_error(void);
static int calls;
void *memcpy(void *to, const void *from, size n) {
  char *target = to;
  const char *source = from;
  calls++;
  while (n--) *target++ = *source++;
  return to;
}
int main(void) {
  int a = 5, b;
  memcpy(&b, &a, sizeof b);
  if (calls != 1 || b != 5) reach_error();
}
