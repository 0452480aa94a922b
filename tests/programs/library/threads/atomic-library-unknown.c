// expect: unknown bits: 64
// an atomic object that needs the compiler's library: the native run reaches the error
// native: no
extern void reach_error(void);

struct pair { long a, b; };
_Atomic struct pair shared;
int main(void) {
  struct pair x = {1, 2};
  shared = x;
  struct pair y = shared;
  if (y.a == 1) reach_error();
  return 0;
}
