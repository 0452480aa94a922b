// expect: true bits: both
// A function that is declared to change nothing, and does: a compiler may leave the call out.
// says: if each call of next is made, though it is declared to change nothing
// native: no
extern void reach_error(void);
static int n;
__attribute__((pure)) static int next(int x) {
  n++;
  return x;
}
int main(void) {
  next(1);
  if (n != 1) reach_error();
}
