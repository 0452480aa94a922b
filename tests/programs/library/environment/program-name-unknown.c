// expect: true|unknown bits: both
// the library's name of the program is the first argument, in a run with chosen arguments too
extern void abort(void);
void reach_error(void) { abort(); }
extern char *program_invocation_name;
int main(int argc, char **argv) {
  if (argc && program_invocation_name != argv[0]) reach_error();
  return 0;
}
