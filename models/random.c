// Random numbers by formulas that are laid down: those of 48 bits (POSIX), and rand_r (the GNU library's).
typedef unsigned long long u64;

static const u64 mask = (1ULL << 48) - 1;
static u64 current, factor = 0x5deece66d;   // the library starts with 0
static unsigned short addend = 0xb;

static u64 joined(const unsigned short x[3]) { return (u64)x[2] << 32 | (u64)x[1] << 16 | x[0]; }

static void split(u64 n, unsigned short x[3]) {
  x[0] = (unsigned short)n;
  x[1] = (unsigned short)(n >> 16);
  x[2] = (unsigned short)(n >> 32);
}

static u64 next(u64 n) { return (n * factor + addend) & mask; }
static u64 step(void) { return current = next(current); }

static u64 step_of(unsigned short x[3]) {
  u64 n = next(joined(x));
  split(n, x);
  return n;
}

// Every number of 48 bits is exact in a double.
double drand48(void) { return (double)step() * 0x1p-48; }
long lrand48(void) { return (long)(step() >> 17); }
long mrand48(void) { return (int)(step() >> 16); }
double erand48(unsigned short x[3]) { return (double)step_of(x) * 0x1p-48; }
long nrand48(unsigned short x[3]) { return (long)(step_of(x) >> 17); }
long jrand48(unsigned short x[3]) { return (int)(step_of(x) >> 16); }

static void set_state(u64 n) {
  current = n;
  factor = 0x5deece66d;
  addend = 0xb;
}

void srand48(long seed) { set_state((u64)(unsigned)seed << 16 | 0x330e); }

unsigned short *seed48(unsigned short x[3]) {
  static unsigned short before[3];
  u64 n = joined(x);
  split(current, before);
  set_state(n);
  return before;
}

void lcong48(unsigned short x[7]) {
  current = joined(x);
  factor = joined(x + 3);
  addend = x[6];
}

int rand_r(unsigned *seed) {
  unsigned n = *seed, result;
  n = n * 1103515245 + 12345;
  result = n / 65536 % 2048;
  n = n * 1103515245 + 12345;
  result = result << 10 ^ n / 65536 % 1024;
  n = n * 1103515245 + 12345;
  result = result << 10 ^ n / 65536 % 1024;
  *seed = n;
  return (int)result;
}
