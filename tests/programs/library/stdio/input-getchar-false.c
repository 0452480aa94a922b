// expect: false bits: both
// it may be the end
// native: no
extern void reach_error(void);
extern int getchar(void);
int main(void) {
  int c = getchar();
  if (!(c <= 255 && c >= 0)) reach_error();
  return 0;
}
