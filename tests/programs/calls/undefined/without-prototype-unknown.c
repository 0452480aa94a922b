// expect: false|unknown bits: both
// a pointer from elsewhere may hold a function of the program, also where the call has no prototype
// native: no
extern void reach_error(void);
static int sum;
static int add(int a, int b) {
  sum = a + b;
  return 0;
}
struct operations {
  int (*run)();
} own = {add};
extern struct operations *find(void);
int main(void) {
  struct operations *found = find();
  found->run(1, 2);
  if (sum == 3) reach_error();
  return 0;
}
