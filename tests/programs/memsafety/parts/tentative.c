const int limit;
int count;
void step(void) { count += limit + 1; }
