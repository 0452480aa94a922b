// Found by header-search-*.c through -I.
#define ANSWER 42
static int answer(void) { return 6 * 7; }
