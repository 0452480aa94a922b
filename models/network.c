// The order of bytes: <arpa/inet.h>, <endian.h> and <byteswap.h>, and swab.
typedef unsigned short u16;
typedef unsigned int u32;

u32 htonl(u32 n) { return __builtin_bswap32(n); }
u32 ntohl(u32 n) { return __builtin_bswap32(n); }
u16 htons(u16 n) { return __builtin_bswap16(n); }
u16 ntohs(u16 n) { return __builtin_bswap16(n); }

// Pairs of bytes, the last one first as the library does it; the result is the same unless the blocks overlap, which C does not allow.
void swab(const void *from, void *to, long n) {
  const char *p = from;
  char *q = to;
  for (n &= ~1L; n > 1; n -= 2) {
    char last = p[n - 1], before = p[n - 2];
    q[n - 2] = last;
    q[n - 1] = before;
  }
}

