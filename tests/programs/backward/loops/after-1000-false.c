// expect: false bits: both
// the error needs a thousand iterations
// decided: symex
extern void reach_error(void);
int main(void) {
  int x = 0;
  for (int i = 0; i < 1000; i++) x++;
  if (x == 1000) reach_error();
  return 0;
}
