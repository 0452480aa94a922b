// The order of bytes: <arpa/inet.h>, <endian.h> and <byteswap.h>, and swab.
typedef unsigned short u16;
typedef unsigned int u32;

u32 htonl(u32 n) { return __builtin_bswap32(n); }
u32 ntohl(u32 n) { return __builtin_bswap32(n); }
u16 htons(u16 n) { return __builtin_bswap16(n); }
u16 ntohs(u16 n) { return __builtin_bswap16(n); }

// Pairs of bytes, the last one first as the library does it; the result is the same unless the blocks overlap, which C
// does not allow.
void swab(const void *from, void *to, long n) {
  const char *p = from;
  char *q = to;
  for (n &= ~1L; n > 1; n -= 2) {
    char last = p[n - 1], before = p[n - 2];
    q[n - 2] = last;
    q[n - 1] = before;
  }
}


// Addresses of the internet's fourth version as text.

typedef __SIZE_TYPE__ size_t;

int *__errno_location(void);
void __clew_unsupported(const char *what);

enum { AF_INET = 2, ENOSPC = 28, LONGEST = 15 };

static size_t put_address(char *to, const unsigned char *address) {
  size_t n = 0;
  for (int i = 0; i < 4; i++) {
    unsigned part = address[i];
    if (i) to[n++] = '.';
    if (part >= 100) to[n++] = (char)('0' + part / 100);
    if (part >= 10) to[n++] = (char)('0' + part / 10 % 10);
    to[n++] = (char)('0' + part % 10);
  }
  to[n++] = 0;
  return n;
}

char *inet_ntoa(u32 address) {
  static char text[LONGEST + 1];
  put_address(text, (unsigned char *)&address);
  return text;
}

const char *inet_ntop(int family, const void *address, char *to, u32 room) {
  char text[LONGEST + 1];
  if (family != AF_INET) __clew_unsupported("an address of another family");
  size_t n = put_address(text, address);
  if (n > room) {
    *__errno_location() = ENOSPC;
    return 0;
  }
  __builtin_memcpy(to, text, n);
  return to;
}

// Four numbers, at most 255 each, without leading zeros.
int inet_pton(int family, const char *from, void *to) {
  unsigned char address[4];
  if (family != AF_INET) __clew_unsupported("an address of another family");
  for (int i = 0; i < 4; i++) {
    unsigned part = 0, n = 0;
    for (; *from >= '0' && *from <= '9'; from++, n++) {
      if (n > 0 && part == 0) return 0;
      part = part * 10 + (unsigned)(*from - '0');
      if (part > 255) return 0;
    }
    if (n == 0 || *from++ != (i < 3 ? '.' : 0)) return 0;
    address[i] = (unsigned char)part;
  }
  __builtin_memcpy(to, address, 4);
  return 1;
}
