// expect: false|unknown bits: both
// the name of the program is the memory of the first argument
// native: no
extern void abort(void);
void reach_error(void) { abort(); }
extern char *program_invocation_name;
int main(int argc, char **argv) {
  if (argc < 1) return 0;
  argv[0][0] = 'a';
  *program_invocation_name = 'b';
  if (argv[0][0] == 'b') reach_error();
  return 0;
}
