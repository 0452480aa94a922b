// expect: true bits: both
// Objects without bytes may have the address of another object.
// says: if objects lie where clew puts them
// native: no
extern void reach_error(void);
int none[0], one;
int main(void) {
  if ((void *)none == (void *)&one) reach_error();
}
