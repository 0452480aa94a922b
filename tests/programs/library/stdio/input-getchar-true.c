// expect: true bits: both
// getchar gives a byte or -1
// native: no
extern void reach_error(void);
extern int getchar(void);
int main(void) {
  int c = getchar();
  if (!(c <= 255 && c >= -1)) reach_error();
  return 0;
}
