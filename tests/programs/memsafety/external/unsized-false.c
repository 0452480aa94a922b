// expect: false bits: both
// before its start there is nothing
// args: --check memory
// violates: valid-deref
// native: no
extern int values[];
int main(void) { return values[-1]; }
