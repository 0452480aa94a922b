// expect: true bits: both
// a loop made of goto only, with a jump over an initialisation
extern void reach_error(void);
int main(void) {
  int n = 5, p = 1;
again:
  if (n == 0) goto end;
  p *= n;
  n--;
  goto again;
end:;
  if (!(p == 120)) reach_error();
  return 0;
}
