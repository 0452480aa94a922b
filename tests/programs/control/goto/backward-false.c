// expect: false bits: both
// the product is another one
extern void reach_error(void);
int main(void) {
  int n = 5, p = 1;
again:
  if (n == 0) goto end;
  p *= n;
  n--;
  goto again;
end:;
  if (!(p == 60)) reach_error();
  return 0;
}
