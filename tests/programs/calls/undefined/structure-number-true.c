// expect: true bits: both
// the number in the structure is the address of another variable
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
int x, y;
struct s {
  long a[4];
  unsigned long u;
};
struct s get(void);
int main(void) {
  struct s s = get();
  if (s.u == (unsigned long)&y) *(int *)s.u = 5;
  if (x == 5) reach_error();
  return 0;
}
