// expect: false bits: both
// an underscore is punctuation
extern void reach_error(void);
extern int isalpha(int), isdigit(int), isspace(int), isupper(int), ispunct(int), isxdigit(int), toupper(int), tolower(int);
int main(void) {
  if (!(isalpha('x') && !isalpha('1') && isdigit('7') && isspace('\n') && !isspace('n') && isupper('Q'))) reach_error();
  if (!(!ispunct('_') && isxdigit('F') && !isxdigit('g') && toupper('a') == 'A' && tolower('Z') == 'z' && toupper('1') == '1')) reach_error();
  return 0;
}
