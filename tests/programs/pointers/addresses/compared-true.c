// expect: true bits: both
// addresses as integers are compared with each other and with a constant, and steps of a constant lead to fields
extern void reach_error(void);
struct pair { int first, second; };
struct pair a = {1, 2}, b = {3, 4};
int main(void) {
  unsigned long p = (unsigned long)&a, q = (unsigned long)&b, field = p + 4;
  if (p == q || p == 0) reach_error();
  *(int *)field = 7;
  if (a.second != 7 || b.second != 4) reach_error();
  return 0;
}
