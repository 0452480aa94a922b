// expect: true bits: both
// Two structures without members may have one address, also where pointers lead to them.
// says: if objects lie where clew puts them
// native: no
extern void reach_error(void);
struct nothing {};
int main(void) {
  struct nothing a, b;
  struct nothing *volatile p = &a, *volatile q = &b;
  if (p == q) reach_error();
}
