// A key that was added is there until it is removed, whatever else is removed.
#include "table.h"
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  struct table table = {0};
  unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint(), third = __VERIFIER_nondet_uint();
  __VERIFIER_assume(first != second && second != third && first != third);
  table_add(&table, first);
  table_add(&table, second);
  table_add(&table, third);
  table_remove(&table, first);
  assert(!table_has(&table, first));
  assert(table_has(&table, second));
  assert(table_has(&table, third));
  return 0;
}
