// expect: true bits: both
// by ones, and by fours from 4000000 on: the second phase is far away, and ends where it should
// decided: symexpa
extern void reach_error(void);
int main(void) {
  unsigned x = 3;
  while (x < 80000000) {
    if (x < 4000000) x++;
    else x += 4;
  }
  if (x != 80000000) reach_error();
  return 0;
}
