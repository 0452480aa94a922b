// expect: true bits: both
// nothing is freed: where the external object lies does not matter
// args: --check memory
// entry: clear(char p[3])
// says: No invalid memory access and no invalid free can be reached; the proof was checked.
// native: no
void clear(char *p) { p[2] = 0; }
