// Texts for errors and signals in the locale "C".
typedef __SIZE_TYPE__ size_t;
void *__clew_scratch(size_t n);
void __clew_unsupported(const char *what);

enum { EINVAL = 22, ERANGE = 34 };

static const char *const errors[] = {
  "Success", "Operation not permitted", "No such file or directory", "No such process", "Interrupted system call",
  "Input/output error", "No such device or address", "Argument list too long", "Exec format error",
  "Bad file descriptor", "No child processes", "Resource temporarily unavailable", "Cannot allocate memory",
  "Permission denied", "Bad address", "Block device required", "Device or resource busy", "File exists",
  "Invalid cross-device link", "No such device", "Not a directory", "Is a directory", "Invalid argument",
  "Too many open files in system", "Too many open files", "Inappropriate ioctl for device", "Text file busy",
  "File too large", "No space left on device", "Illegal seek", "Read-only file system", "Too many links",
  "Broken pipe", "Numerical argument out of domain", "Numerical result out of range", "Resource deadlock avoided",
  "File name too long", "No locks available", "Function not implemented", "Directory not empty",
  "Too many levels of symbolic links", 0, "No message of desired type", "Identifier removed",
  "Channel number out of range", "Level 2 not synchronized", "Level 3 halted", "Level 3 reset",
  "Link number out of range", "Protocol driver not attached", "No CSI structure available", "Level 2 halted",
  "Invalid exchange", "Invalid request descriptor", "Exchange full", "No anode", "Invalid request code",
  "Invalid slot", 0, "Bad font file format", "Device not a stream", "No data available", "Timer expired",
  "Out of streams resources", "Machine is not on the network", "Package not installed", "Object is remote",
  "Link has been severed", "Advertise error", "Srmount error", "Communication error on send", "Protocol error",
  "Multihop attempted", "RFS specific error", "Bad message", "Value too large for defined data type",
  "Name not unique on network", "File descriptor in bad state", "Remote address changed",
  "Can not access a needed shared library", "Accessing a corrupted shared library",
  ".lib section in a.out corrupted", "Attempting to link in too many shared libraries",
  "Cannot exec a shared library directly", "Invalid or incomplete multibyte or wide character",
  "Interrupted system call should be restarted", "Streams pipe error", "Too many users",
  "Socket operation on non-socket", "Destination address required", "Message too long",
  "Protocol wrong type for socket", "Protocol not available", "Protocol not supported", "Socket type not supported",
  "Operation not supported", "Protocol family not supported", "Address family not supported by protocol",
  "Address already in use", "Cannot assign requested address", "Network is down", "Network is unreachable",
  "Network dropped connection on reset", "Software caused connection abort", "Connection reset by peer",
  "No buffer space available", "Transport endpoint is already connected", "Transport endpoint is not connected",
  "Cannot send after transport endpoint shutdown", "Too many references: cannot splice", "Connection timed out",
  "Connection refused", "Host is down", "No route to host", "Operation already in progress",
  "Operation now in progress", "Stale file handle", "Structure needs cleaning", "Not a XENIX named type file",
  "No XENIX semaphores available", "Is a named type file", "Remote I/O error", "Disk quota exceeded",
  "No medium found", "Wrong medium type", "Operation canceled", "Required key not available", "Key has expired",
  "Key has been revoked", "Key was rejected by service", "Owner died", "State not recoverable",
  "Operation not possible due to RF-kill", "Memory page has hardware error",
};

static const char *const signals[] = {
  0, "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error",
  "Floating point exception", "Killed", "User defined signal 1", "Segmentation fault", "User defined signal 2",
  "Broken pipe", "Alarm clock", "Terminated", "Stack fault", "Child exited", "Continued", "Stopped (signal)",
  "Stopped", "Stopped (tty input)", "Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded",
  "File size limit exceeded", "Virtual timer expired", "Profiling timer expired", "Window changed", "I/O possible",
  "Power failure", "Bad system call",
};

// `prefix` and n in a block of its own.
static char *numbered(const char *prefix, int n) {
  char *text = __clew_scratch(48), digits[12];
  int i = 0, count = 0;
  while (prefix[i]) text[i] = prefix[i], i++;
  unsigned magnitude = n < 0 ? -(unsigned)n : (unsigned)n;
  if (n < 0) text[i++] = '-';
  do digits[count++] = (char)('0' + magnitude % 10);
  while (magnitude /= 10);
  while (count > 0) text[i++] = digits[--count];
  text[i] = 0;
  return text;
}

static const char *known_error(int error) {
  return error >= 0 && error < (int)(sizeof errors / sizeof *errors) ? errors[error] : 0;
}

// A text that is no constant lasts until the next one of the same function: what is in its place then, nobody knows.
static void claim(int *made, const char *what) {
  if (*made) __clew_unsupported(what);
  *made = 1;
}

// Not static: the comparison with the library sets them back.
int __clew_error_made, __clew_signal_made;

char *strerror(int error) {
  const char *known = known_error(error);
  if (known) return (char *)known;
  claim(&__clew_error_made, "a second text for an error that is not known, which ends the life of the first");
  return numbered("Unknown error ", error);
}

char *strerror_l(int error, void *locale) { return strerror(error); }

// The POSIX one copies what fits.
int __xpg_strerror_r(int error, char *to, size_t n) {
  const char *known = known_error(error), *text = known ? known : numbered("Unknown error ", error);
  size_t i = 0;
  for (; i + 1 < n && text[i]; i++) to[i] = text[i];
  if (n > 0) to[i] = 0;
  if (!known) return EINVAL;
  return n == 0 || text[i] ? ERANGE : 0;
}

// The GNU one uses the block only where the text is not a constant.
char *strerror_r(int error, char *to, size_t n) {
  const char *known = known_error(error);
  if (known || n == 0) return (char *)(known ? known : to);
  const char *text = numbered("Unknown error ", error);
  size_t i = 0;
  for (; i + 1 < n && text[i]; i++) to[i] = text[i];
  to[i] = 0;
  return to;
}

char *strsignal(int number) {
  const char *known = number >= 0 && number < (int)(sizeof signals / sizeof *signals) ? signals[number] : 0;
  if (known) return (char *)known;
  claim(&__clew_signal_made, "a second text for a signal that has no name, which ends the life of the first");
  if (number >= 34 && number <= 64) return numbered("Real-time signal ", number - 34);
  return numbered("Unknown signal ", number);
}
