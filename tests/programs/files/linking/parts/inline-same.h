inline int same(void) { return 1; }
