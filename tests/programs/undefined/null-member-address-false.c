// expect: false bits: both
// the address of a member of null, as a narrow number in checked arithmetic
// args: --check ub
// violates: undefined-behaviour
// native: no
struct pair {
  int first, second;
};
int main(void) { return (int)(long)&((struct pair *)0)->second - 4; }
