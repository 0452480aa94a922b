// Streams of wide characters, from <wchar.h>: not covered. The first of them makes a stream one of wide characters, for
// which the functions of <stdio.h> fail.
void __clew_unsupported(const char *what);

#define NOT_COVERED(name) \
  long name(void) {       \
    __clew_unsupported("a stream of wide characters"); \
    return 0;             \
  }
NOT_COVERED(fwide)
NOT_COVERED(fgetwc) NOT_COVERED(getwc) NOT_COVERED(getwchar) NOT_COVERED(ungetwc) NOT_COVERED(fgetws)
NOT_COVERED(fputwc) NOT_COVERED(putwc) NOT_COVERED(putwchar) NOT_COVERED(fputws)
NOT_COVERED(wprintf) NOT_COVERED(fwprintf) NOT_COVERED(vwprintf) NOT_COVERED(vfwprintf)
NOT_COVERED(wscanf) NOT_COVERED(fwscanf) NOT_COVERED(vwscanf) NOT_COVERED(vfwscanf)
NOT_COVERED(__isoc99_wscanf) NOT_COVERED(__isoc99_fwscanf) NOT_COVERED(__isoc99_vwscanf) NOT_COVERED(__isoc99_vfwscanf)
NOT_COVERED(open_wmemstream)

#define NOT_FORMATTED(name) \
  int name(void) {          \
    __clew_unsupported("a format of wide characters"); \
    return 0;               \
  }
NOT_FORMATTED(swprintf) NOT_FORMATTED(vswprintf) NOT_FORMATTED(swscanf) NOT_FORMATTED(vswscanf)
NOT_FORMATTED(__isoc99_swscanf) NOT_FORMATTED(__isoc99_vswscanf)
