// expect: true bits: both
// strtok cuts a string into words
extern void __VERIFIER_error(void);
extern char *strtok(char *, const char *);
int main(void) {
  char s[] = "a, bc,,d";
  int n = 0, letters = 0;
  for (char *w = strtok(s, ", "); w; w = strtok(0, ", ")) {
    n++;
    for (; *w; w++) letters++;
  }
  if (!(n == 3 && letters == 4)) __VERIFIER_error();
  return 0;
}
