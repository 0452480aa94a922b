// expect: false bits: both
// main calls itself: the globals keep what the caller gave them
extern void reach_error(void);

int depth, sum = 5;
int main(void) {
  int local[3];
  for (int i = 0; i < 3; i++) local[i] = depth;
  if (depth < 3) {
    depth++;
    sum += 2;
    main();
    if (local[1] == 3) reach_error();
    return 0;
  }
  if (sum == 11) reach_error();
  return 0;
}
