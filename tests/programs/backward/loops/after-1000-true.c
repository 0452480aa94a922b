// expect: true bits: both
// the error needs a thousand iterations, and there are 999
// decided: symex
extern void reach_error(void);
int main(void) {
  int x = 0;
  for (int i = 0; i < 999; i++) x++;
  if (x == 1000) reach_error();
  return 0;
}
