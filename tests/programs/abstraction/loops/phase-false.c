// expect: false bits: both
// by ones, and by fours from 401 on: the loop is left behind the number
// decided: symexpa
extern void reach_error(void);
int main(void) {
  unsigned x = 3;
  while (x < 8000) {
    if (x < 401) x++;
    else x += 4;
  }
  if (x != 8000) reach_error();
  return 0;
}
