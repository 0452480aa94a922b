// expect: true bits: both
// a narrow counter wraps: its bounds are those of its type
// decided: value cpa
extern void reach_error(void);
int main(void) {
  unsigned char c = 1;
  for (int i = 0; i < 600; i++) {
    int s = c;
    if (s < 0 || s > 255) reach_error();
    c++;
  }
  return 0;
}
