// expect: true bits: both
// a constant distance from a global does not wrap around, wherever it lies
// args: --check ub
// says: nothing
extern void reach_error(void);
static char buffer[16];
static int differ(char *a, char *b) { return a != b; }
int main(void) {
  if (!differ(buffer + 1, buffer)) reach_error();
  return 0;
}
