// expect: false|unknown bits: both
// so is one in a structure that the function returns
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int x;
struct s {
  long a[4];
  unsigned long u;
};
struct s get(void);
int main(void) {
  struct s s = get();
  if (s.u == (unsigned long)&x) *(int *)s.u = 5;
  if (x == 5) reach_error();
  return 0;
}
