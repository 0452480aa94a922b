// expect: false bits: both
// a pointer in a structure from a function without a body may lead to a function of the program
// native: no
extern void reach_error(void);
struct operations {
  int (*f)(int);
  long pad[5];
};
extern struct operations get(void);
int more(int x) { return x + 1; }
struct operations registered = {more};
int main(void) {
  struct operations o = get();
  if (o.f != more) return 0;
  if (o.f(3) != 3) reach_error();
  return 0;
}
