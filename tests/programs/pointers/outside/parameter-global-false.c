// expect: false|unknown bits: both
// a parameter of the entry function may point to a global, also to one whose address is not taken here
// entry: f
// native: no
extern void reach_error(void);
int x;
void f(int *p) {
  x = 1;
  *p = 2;
  if (x == 2) reach_error();
}
