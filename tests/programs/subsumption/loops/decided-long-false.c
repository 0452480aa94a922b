// expect: false bits: both
// its last round is one too many
// decided: eager lazy
extern void reach_error(void);
int main(void) {
  int i = 0, x = 0;
  while (i < 1001) {
    i++;
    x += 3;
  }
  if (x > 3000) reach_error();
  return 0;
}
