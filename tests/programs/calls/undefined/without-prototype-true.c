// expect: true bits: both
// a call without a prototype reaches functions of the program with as many parameters, and no others
// native: no
extern void reach_error(void);
static int sum;
static int add(int a, int b) {
  sum = a + b;
  return 0;
}
static int clear(int a) { return sum = 4; }
struct operations {
  int (*run)();
} own = {add}, other = {clear};
extern struct operations *find(void);
int main(void) {
  struct operations *found = find();
  found->run(1, 2);
  if (sum && sum != 3) reach_error();
  return 0;
}
