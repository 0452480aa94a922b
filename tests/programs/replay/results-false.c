// expect: false bits: both
// what functions without a body return arrives as its type says: narrow numbers extended, structures without harm to the stack
// native: no
extern unsigned char level(void);
extern signed char offset(void);
extern short depth(int);
struct block { int cells[8]; };
extern struct block snapshot(int);
extern float factor(void);
extern void reach_error(void);

int main(void) {
  int up = level(), down = offset(), far = depth(1);
  struct block first = snapshot(1), second = snapshot(2);
  float f = factor();
  if (up == 201 && down == -100 && far == -30000 && f == 0.5f) reach_error();
  return first.cells[2] + second.cells[7];
}
