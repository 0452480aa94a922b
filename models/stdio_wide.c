// Streams and formats of wide characters, from <wchar.h>: not covered. The first of them makes a stream one of wide
// characters, for which the functions of <stdio.h> fail.
#include <stdarg.h>
#include <stddef.h>

typedef unsigned wide; // wint_t
typedef wchar_t character;

void __clew_unsupported(const char *what);

#define NOT_COVERED(head, what) head { __clew_unsupported(what); return 0; }
#define STREAM(head) NOT_COVERED(head, "a stream of wide characters")
#define FORMAT(head) NOT_COVERED(head, "a format of wide characters")
STREAM(int fwide(void *stream, int mode))
STREAM(wide fgetwc(void *stream))
STREAM(wide getwc(void *stream))
STREAM(wide getwchar(void))
STREAM(wide ungetwc(wide c, void *stream))
STREAM(character *fgetws(character *to, int size, void *stream))
STREAM(wide fputwc(character c, void *stream))
STREAM(wide putwc(character c, void *stream))
STREAM(wide putwchar(character c))
STREAM(int fputws(const character *text, void *stream))
STREAM(int wprintf(const character *format, ...))
STREAM(int fwprintf(void *stream, const character *format, ...))
STREAM(int vwprintf(const character *format, va_list list))
STREAM(int vfwprintf(void *stream, const character *format, va_list list))
STREAM(int wscanf(const character *format, ...))
STREAM(int fwscanf(void *stream, const character *format, ...))
STREAM(int vwscanf(const character *format, va_list list))
STREAM(int vfwscanf(void *stream, const character *format, va_list list))
STREAM(int __isoc99_wscanf(const character *format, ...))
STREAM(int __isoc99_fwscanf(void *stream, const character *format, ...))
STREAM(int __isoc99_vwscanf(const character *format, va_list list))
STREAM(int __isoc99_vfwscanf(void *stream, const character *format, va_list list))
STREAM(void *open_wmemstream(character **text, size_t *size))
FORMAT(int swprintf(character *to, size_t size, const character *format, ...))
FORMAT(int vswprintf(character *to, size_t size, const character *format, va_list list))
FORMAT(int swscanf(const character *from, const character *format, ...))
FORMAT(int vswscanf(const character *from, const character *format, va_list list))
FORMAT(int __isoc99_swscanf(const character *from, const character *format, ...))
FORMAT(int __isoc99_vswscanf(const character *from, const character *format, va_list list))
