// The models of formatted text and of streams against the C library, on random formats and arguments.
#include "compare.h"

MODEL(snprintf); MODEL(sprintf); MODEL(sscanf);

static void formats(void) {
  char format[64], x[300], y[300], text[40], piece[16];
  for (int round = 0; round < 40000; round++) {
    static const char *const sizes[] = {"", "l", "ll", "h", "hh", "z", "j"};
    unsigned size = below(7), room = below(2) ? 200 : below(12);
    char letter = "dixXuo"[below(6)];
    sprintf(format, "<%s%s%s%%%s%s%s%s%c>", "", "", "", random_text(piece, 3, "-+ 0#"), below(2) ? "" : "7", below(3) ? "" : ".4", sizes[size], letter);
    memset(x, '#', sizeof x), memset(y, '#', sizeof y);
    long long n = (long long)random64() >> below(64);
    int r1, r2;
#define BOTH(argument) (r1 = model_snprintf(x, room, format, argument, 5), r2 = snprintf(y, room, format, argument, 5))
    if (size == 0 || size == 3 || size == 4) BOTH((int)n);
    else if (size == 1) BOTH((long)n);
    else if (size == 5) BOTH((size_t)n);
    else BOTH(n);
    SAME("snprintf", r1 == r2 && memcmp(x, y, sizeof x) == 0, "'%s' of %lld: '%.20s' instead of '%.20s'", format, n, x, y);
    sprintf(format, "%%%s%s%ss|%%%s%sc|%%%%|%%p", below(2) ? "-" : "", below(2) ? "6" : "", below(2) ? ".3" : "", below(2) ? "-" : "", below(2) ? "3" : "");
    random_text(text, 9, "abc ");
    void *pointer = below(2) ? x : 0;
    r1 = model_sprintf(x, format, text, 'q', pointer), r2 = sprintf(y, format, text, 'q', pointer);
    SAME("sprintf", r1 == r2 && strcmp(x, y) == 0, "'%s' of '%s': '%s' instead of '%s'", format, text, x, y);
    static const char *const scans[] = {"%d %d %s", "%3d%x %c", "%i,%n%*d %s", " %c%c %7[a-c]", "%hhd %ld", "%[^,],%s", "%u %%%o", "%2s%d"};
    const char *scan = scans[below(8)];
    random_text(text, 16, below(2) ? "0123456789 ,-%" : "01x ab,7-");
    memset(x, 0, sizeof x), memset(y, 0, sizeof y);
    r1 = model_sscanf(text, scan, x, x + 40, x + 80, x + 120), r2 = sscanf(text, scan, y, y + 40, y + 80, y + 120);
    SAME("sscanf", r1 == r2 && memcmp(x, y, sizeof x) == 0, "'%s' of '%s': %d instead of %d", scan, text, r1, r2);
  }
}

int main(void) {
  formats();
  return report();
}
