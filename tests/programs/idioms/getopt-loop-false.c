// expect: false bits: both
// the loop around getopt that command-line programs have
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *words[] = {"program", "-v", "-n", "12", "-qv", "file", NULL};
  int argc = 6, verbose = 0, number = 0, quiet = 0, option;
  int skip = __VERIFIER_nondet_int();
  if (skip) words[1] = "-q";
  while ((option = getopt(argc, words, "vqn:")) != -1) {
    switch (option) {
    case 'v': verbose++; break;
    case 'q': quiet++; break;
    case 'n': number = atoi(optarg); break;
    default: assert(0);
    }
  }
  assert(number == 12 && optind == 5 && words[optind][0] == 'f');
  assert(verbose + quiet == 3);
  assert(verbose == 2);
}
