// expect: true bits: both
// div returns a struct; abs and labs
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
typedef struct { int quot, rem; } div_t;
extern div_t div(int, int);
extern int abs(int);
extern long labs(long);
int main(void) {
  div_t d = div(-7, 3);
  assert(d.quot == -2 && d.rem == -1 && abs(-5) == 5 && labs(-7L) == 7);
  return 0;
}
