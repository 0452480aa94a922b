// Files and the terminal, from <stdio.h> and <unistd.h>.
//
// Output functions do nothing and succeed: those that count return an arbitrary non-negative number, the others what success
// is. Input functions give arbitrary values, so every content of every file is covered. A stream is an address without content.
//
// The functions here and in system.c read inputs (__VERIFIER_nondet_*): a replay has to use them instead of the real library's,
// or the inputs would reach the wrong readers.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __builtin_va_list va_list;
typedef struct stream FILE;

enum { EOF = -1 };

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern long long __VERIFIER_nondet_longlong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_nondet_memory(void *block, size_t n);
extern void __VERIFIER_assume(int condition);
void *__clew_malloc(size_t n);

static int count(void) { return __VERIFIER_nondet_int() & 0x7fffffff; }

// A number from low to high. An assumption, not a remainder: solvers divide slowly.
static long between(long low, long high) {
  long n = __VERIFIER_nondet_long();
  __VERIFIER_assume(n >= low & n <= high);
  return n;
}

// Output.

int printf(const char *format, ...) { return count(); }
int fprintf(FILE *stream, const char *format, ...) { return count(); }
int dprintf(int file, const char *format, ...) { return count(); }
int vprintf(const char *format, va_list args) { return count(); }
int vfprintf(FILE *stream, const char *format, va_list args) { return count(); }
int vdprintf(int file, const char *format, va_list args) { return count(); }
int puts(const char *s) { return count(); }
int fputs(const char *s, FILE *stream) { return count(); }
int putchar(int c) { return (unsigned char)c; }
int putc(int c, FILE *stream) { return (unsigned char)c; }
int fputc(int c, FILE *stream) { return (unsigned char)c; }
int putchar_unlocked(int c) { return (unsigned char)c; }
int putc_unlocked(int c, FILE *stream) { return (unsigned char)c; }
int fputc_unlocked(int c, FILE *stream) { return (unsigned char)c; }
int _IO_putc(int c, FILE *stream) { return (unsigned char)c; }
int fflush(FILE *stream) { return 0; }
void perror(const char *s) {}
size_t fwrite(const void *block, size_t size, size_t n, FILE *stream) { return size ? n : 0; }
ssize_t write(int file, const void *block, size_t n) { return (ssize_t)n; }

// Streams.

static FILE *some_stream(void) {
  static char stream;
  return __VERIFIER_nondet_bool() ? (FILE *)&stream : 0;
}

FILE *fopen(const char *name, const char *mode) { return some_stream(); }
FILE *fdopen(int file, const char *mode) { return some_stream(); }
FILE *freopen(const char *name, const char *mode, FILE *stream) { return some_stream(); }
FILE *popen(const char *command, const char *mode) { return some_stream(); }
FILE *tmpfile(void) { return some_stream(); }
int fclose(FILE *stream) { return 0; }
int pclose(FILE *stream) { return __VERIFIER_nondet_int(); }
int feof(FILE *stream) { return __VERIFIER_nondet_bool(); }
int ferror(FILE *stream) { return __VERIFIER_nondet_bool(); }
void clearerr(FILE *stream) {}
int fileno(FILE *stream) { return count(); }
int fseek(FILE *stream, long offset, int origin) { return -__VERIFIER_nondet_bool(); }
long ftell(FILE *stream) { return between(-1, ~0UL >> 1); }
void rewind(FILE *stream) {}
int setvbuf(FILE *stream, char *buffer, int mode, size_t size) { return 0; }
void setbuf(FILE *stream, char *buffer) {}
void setlinebuf(FILE *stream) {}
int remove(const char *name) { return -__VERIFIER_nondet_bool(); }
int rename(const char *from, const char *to) { return -__VERIFIER_nondet_bool(); }
int unlink(const char *name) { return -__VERIFIER_nondet_bool(); }
int open(const char *name, int flags, ...) { return (int)between(-1, 0x7fffffff); }
int close(int file) { return 0; }
int isatty(int file) { return __VERIFIER_nondet_bool(); }

// Input.

// A byte or EOF; the path does not split.
static int character(void) { return __VERIFIER_nondet_uchar() | -__VERIFIER_nondet_bool(); }

int getchar(void) { return character(); }
int getc(FILE *stream) { return character(); }
int fgetc(FILE *stream) { return character(); }
int getchar_unlocked(void) { return character(); }
int getc_unlocked(FILE *stream) { return character(); }
int fgetc_unlocked(FILE *stream) { return character(); }
int _IO_getc(FILE *stream) { return character(); }
int ungetc(int c, FILE *stream) { return c; }

// Arbitrary bytes with a zero at the end are every string that fits.
char *fgets(char *s, int n, FILE *stream) {
  if (n <= 0 || !__VERIFIER_nondet_bool()) return 0;
  __VERIFIER_nondet_memory(s, (size_t)n - 1);
  s[n - 1] = 0;
  return s;
}

// Nothing says where the line ends: every length is a path of its own.
static void read_text(char *s) {
  while ((*s = __VERIFIER_nondet_char())) s++;
}

char *gets(char *s) {
  if (!__VERIFIER_nondet_bool()) return 0;
  read_text(s);
  return s;
}

size_t fread(void *block, size_t size, size_t n, FILE *stream) {
  __VERIFIER_nondet_memory(block, size * n);
  return size && n ? (size_t)between(0, (long)n) : 0;
}

ssize_t read(int file, void *block, size_t n) {
  __VERIFIER_nondet_memory(block, n);
  return between(-1, (long)n);
}

// A line of at most 4095 characters, the limit of a terminal.
ssize_t getline(char **line, size_t *room, FILE *stream) {
  ssize_t n = between(-1, 4095);
  if (n <= 0) return -1;
  *room = 4096;
  *line = __clew_malloc(4096);
  __VERIFIER_nondet_memory(*line, 4096);
  (*line)[n] = 0;
  return n;
}

// scanf: each conversion that succeeds, the first `done` ones, stores an arbitrary value of its type.
static int scan(const char *p, va_list args) {
  int done = 0;
  for (; *p; p++) {
    if (*p != '%') continue;
    _Bool skip = *++p == '*';
    p += skip;
    int width = 0, size = 4;
    for (; *p >= '0' && *p <= '9'; p++) width = width * 10 + *p - '0';
    for (;; p++) {
      if (*p == 'h') size /= 2;
      else if (*p == 'l') size = size == (int)sizeof(long) && p[-1] == 'l' ? 8 : sizeof(long);
      else if (*p == 'z' || *p == 't') size = sizeof(size_t);
      else if (*p == 'L' || *p == 'q' || *p == 'j') size = 8;
      else break;
    }
    if (*p == '%') continue;
    if (!*p) break;
    if (*p == 'n') {
      *__builtin_va_arg(args, int *) = count();
      continue;
    }
    if (!skip && !__VERIFIER_nondet_bool()) return done || __VERIFIER_nondet_bool() ? done : EOF;
    char letter = *p;
    if (letter == '[') {
      if (*++p == '^') p++;
      if (*p == ']') p++;
      while (*p && *p != ']') p++;
      if (!*p) p--;
    }
    if (skip) continue;
    void *to = __builtin_va_arg(args, void *);
    done++;
    switch (letter) {
      case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p':
        if (letter == 'p') size = sizeof(void *);
        if (size == 1) *(char *)to = __VERIFIER_nondet_char();
        else if (size == 2) *(short *)to = __VERIFIER_nondet_short();
        else if (size == 4) *(int *)to = __VERIFIER_nondet_int();
        else *(long long *)to = __VERIFIER_nondet_longlong();
        break;
      case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        if (p[-1] == 'l') *(double *)to = __VERIFIER_nondet_double();
        else if (p[-1] == 'L') *(long double *)to = __VERIFIER_nondet_double();
        else *(float *)to = __VERIFIER_nondet_float();
        break;
      case 'c':
        for (int i = 0; i < (width ? width : 1); i++) ((char *)to)[i] = __VERIFIER_nondet_char();
        break;
      default:
        if (width) {
          __VERIFIER_nondet_memory(to, (size_t)width);
          ((char *)to)[width] = 0;
        } else {
          read_text(to);
        }
    }
  }
  return done;
}

int vscanf(const char *format, va_list args) { return scan(format, args); }
int vfscanf(FILE *stream, const char *format, va_list args) { return scan(format, args); }
int __isoc99_vscanf(const char *format, va_list args) { return scan(format, args); }
int __isoc99_vfscanf(FILE *stream, const char *format, va_list args) { return scan(format, args); }

#define SCAN(head)                          \
  head {                                    \
    va_list args;                           \
    __builtin_va_start(args, format);       \
    int n = scan(format, args);             \
    __builtin_va_end(args);                 \
    return n;                               \
  }
SCAN(int scanf(const char *format, ...))
SCAN(int fscanf(FILE *stream, const char *format, ...))
SCAN(int __isoc99_scanf(const char *format, ...))
SCAN(int __isoc99_fscanf(FILE *stream, const char *format, ...))
