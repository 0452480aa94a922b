// expect: false bits: both
// the library's name of the program is a string
extern void abort(void);
void reach_error(void) { abort(); }
extern char *program_invocation_name;
int main(int argc, char **argv) {
  if (argc > 0 && argv[0] && program_invocation_name) reach_error();
  return 0;
}
