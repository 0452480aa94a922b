// expect: true bits: both
// C does not say whether a call means the inline definition or the external one of another file.
// files: parts/inline-other.c
// says: if calls of chosen mean its external definition, not the inline one
extern void reach_error(void);
inline int chosen(void) { return 1; }
int main(void) {
  if (chosen() != 2) reach_error();
}
