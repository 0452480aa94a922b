// expect: true bits: 64
// an address becomes a misaligned one through a structure of another type
extern void reach_error(void);
struct integer { long n; };
struct pointer { int *p; };
int a[4];
int main(void) {
  struct pointer s, *p = &s;
  s.p = a;
  struct integer *q = (struct integer *)p;
  q->n += 1;
  a[0] = 0x01020304;
  a[1] = 0x05060708;
  if (*p->p != 0x08010203) reach_error();
  return 0;
}
