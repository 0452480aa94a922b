// expect: true bits: both
// what is written through the name of the program is seen in no other object
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
extern char *program_invocation_name;
int main(int argc, char **argv) {
  char own = 'a';
  if (argc < 1) return 0;
  *program_invocation_name = 'b';
  if (*&own != 'a') reach_error();
  return 0;
}
