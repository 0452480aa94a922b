// Programs with an allocator of their own. The C library takes its memory from the program's malloc, calloc and realloc
// and gives it back to the program's free: printf for the buffer of its stream, fopen, setenv, qsort for large arrays.
// So an error inside of them may be reached though the program never calls them, and they change what the program sees.
//
// Before each call of a function of the library that may do so a marker is put into the program. In the automaton it
// leads to an unsupported location if the allocator may violate what is checked; otherwise that it is not called is
// assumed. A native run has nothing there.
#include "base/process/machine.h"
#include "front/check/checks.h"
#include "front/check/safety.h"
#include "front/compile/module.h"
#include "front/library/builtins.h"
#include "front/link/link.h"
#include "front/link/undefined.h"
#include "front/translate/constant.h"
#include "front/translate/translation.h"
#include <stdlib.h>

static const char *const allocator[] = {"malloc", "calloc", "realloc", "free"};
enum { N_ALLOCATOR = sizeof allocator / sizeof *allocator };

static LLVMValueRef own_function(struct front *f, size_t i) {
  LLVMValueRef function = LLVMGetNamedFunction(f->module, allocator[i]);
  return function && function_has_body(function) && LLVMGetLinkage(function) != LLVMInternalLinkage ? function : NULL;
}

// --- which functions may allocate ----------------------------------------------------------------------

// Functions of the C library that need no memory of the heap. Sorted. Those on numbers, characters and wide characters
// are known by their kind.
static const char *const frugal[] = {
    "_Exit",
    "__ctype_b_loc",
    "__ctype_get_mb_cur_max",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__errno_location",
    "__sigsetjmp",
    "_exit",
    "_longjmp",
    "_setjmp",
    "abort",
    "abs",
    "access",
    "alarm",
    "alloca",
    "atof",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "bcopy",
    "bsearch",
    "bzero",
    "chdir",
    "chmod",
    "clearerr",
    "clock",
    "clock_getres",
    "clock_gettime",
    "close",
    "creat",
    "difftime",
    "div",
    "drand48",
    "dup",
    "dup2",
    "erand48",
    "exit",
    "feof",
    "ferror",
    "ffs",
    "ffsl",
    "ffsll",
    "fileno",
    "fsync",
    "ftruncate",
    "getegid",
    "getenv",
    "geteuid",
    "getgid",
    "getpagesize",
    "getpid",
    "getppid",
    "getrusage",
    "gettimeofday",
    "getuid",
    "gmtime",
    "gmtime_r",
    "htonl",
    "htons",
    "imaxabs",
    "imaxdiv",
    "index",
    "isatty",
    "jrand48",
    "kill",
    "labs",
    "ldiv",
    "llabs",
    "lldiv",
    "longjmp",
    "lrand48",
    "lseek",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmem",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "mkdir",
    "mrand48",
    "nanosleep",
    "nrand48",
    "ntohl",
    "ntohs",
    "open",
    "pause",
    "pthread_mutex_destroy",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_self",
    "quick_exit",
    "raise",
    "rand",
    "rand_r",
    "random",
    "rawmemchr",
    "read",
    "rindex",
    "rmdir",
    "sched_yield",
    "setjmp",
    "sigaction",
    "sigaddset",
    "sigdelset",
    "sigemptyset",
    "sigfillset",
    "siglongjmp",
    "signal",
    "sigprocmask",
    "sigsetjmp",
    "sleep",
    "srand",
    "srand48",
    "srandom",
    "stpcpy",
    "stpncpy",
    "strcasecmp",
    "strcasestr",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcpy",
    "strcspn",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strsep",
    "strspn",
    "strstr",
    "strtod",
    "strtof",
    "strtoimax",
    "strtok",
    "strtok_r",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoumax",
    "time",
    "times",
    "umask",
    "unlink",
    "usleep",
    "write",
};

static int compare_name(const void *key, const void *entry) { return strcmp(key, *(const char *const *)entry); }

// The format of functions that write into memory of the program: they allocate for wide characters, for arguments by
// number and for very wide fields only.
static bool has_plain_format(LLVMValueRef call, const char *name) {
  static const struct {
    const char *name;
    unsigned format;
  } writers[] = {{"sprintf", 1},   {"snprintf", 2}, {"vsprintf", 1},
                 {"vsnprintf", 2}, {"sscanf", 1},   {"__isoc99_sscanf", 1}};
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
    if (strcmp(name, writers[i].name) || LLVMGetNumArgOperands(call) <= writers[i].format) continue;
    size_t n;
    const char *text = constant_string(LLVMGetOperand(call, writers[i].format), &n);
    for (size_t k = 0, digits = 0; text && k < n && text[k]; k++) {
      digits = text[k] >= '0' && text[k] <= '9' ? digits + 1 : 0;
      bool is_wide = text[k] == 'S' || text[k] == 'C' ||
                     (text[k] == 'l' && k + 1 < n && text[k + 1] && strchr("sc[", text[k + 1]));
      if (digits > 2 || is_wide || strchr("$*m", text[k])) return false;
    }
    return text != NULL;
  }
  return false;
}

// call: NULL, through a pointer.
static bool may_allocate(struct front *f, LLVMValueRef function, LLVMValueRef call) {
  size_t n;
  uint32_t detail;
  const char *name = LLVMGetValueName2(function, &n);
  if (function_has_body(function) || LLVMGetIntrinsicID(function)) return false;
  for (size_t i = 0; i < N_ALLOCATOR; i++)
    if (!strcmp(name, allocator[i])) return false;
  if (!strncmp(name, "__assert", 8)) return !checks(f, PROPERTY_UNREACH); // it writes a message
  if (bsearch(name, frugal, sizeof frugal / sizeof *frugal, sizeof *frugal, compare_name)) return false;
  enum builtin builtin = builtin_of(f, function, &detail);
  if (builtin >= BUILTIN_ABS) return false; // integers and floats
  bool is_character = !strncmp(name, "is", 2) || !strncmp(name, "to", 2) || !strncmp(name, "wcs", 3) ||
                      !strncmp(name, "wmem", 4);
  if (is_character && strcmp(name, "wcsdup") && strcmp(name, "wcsftime") && strcmp(name, "wcsxfrm")) return false;
  return !(call && has_plain_format(call, name)) && machine_has(name);
}

// --- markers -------------------------------------------------------------------------------------------

static unsigned name_kind(struct front *f) { return LLVMGetMDKindIDInContext(f->context, "clew.name", 9); }

static void mark_before(struct front *f, LLVMBuilderRef builder, LLVMValueRef before, const char *name) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), NULL, 0, 0);
  LLVMValueRef marker = LLVMGetNamedFunction(f->module, safety_names[SAFETY_ALLOCATES]);
  if (!marker) marker = LLVMAddFunction(f->module, safety_names[SAFETY_ALLOCATES], type);
  LLVMPositionBuilderBefore(builder, before);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(before));
  LLVMValueRef call = LLVMBuildCall2(builder, type, marker, NULL, 0, "");
  LLVMMetadataRef text = LLVMMDStringInContext2(f->context, name, strlen(name));
  LLVMSetMetadata(call, name_kind(f), LLVMMetadataAsValue(f->context, LLVMMDNodeInContext2(f->context, &text, 1)));
}

static void mark_function(struct front *f, LLVMBuilderRef builder, LLVMValueRef function) {
  size_t n;
  const char *name = LLVMGetValueName2(function, &n);
  bool is_taken = false;
  struct vec_value users = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    vec_value_push(&users, LLVMGetUser(use));
  for (uint32_t i = 0; i < users.size; i++) {
    LLVMValueRef user = users.data[i];
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) is_taken = true;
    else if (may_allocate(f, function, user)) mark_before(f, builder, user, name);
  }
  vec_value_release(&users);
  LLVMValueRef entry = is_taken && may_allocate(f, function, NULL) ? module_find_entry(f) : NULL;
  if (entry) mark_before(f, builder, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(entry)), name);
}

void allocator_mark(struct front *f) {
  bool has_own = false;
  for (size_t i = 0; i < N_ALLOCATOR; i++) has_own |= own_function(f, i) != NULL;
  if (!has_own) return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (!function_has_body(g)) mark_function(f, builder, g);
  LLVMDisposeBuilder(builder);
}

// --- their meaning -------------------------------------------------------------------------------------

static const char *marked_name(struct front *f, LLVMValueRef call) {
  unsigned n;
  LLVMValueRef node = LLVMGetMetadata(call, name_kind(f)), text = NULL;
  if (node && LLVMGetMDNodeNumOperands(node) == 1) LLVMGetMDNodeOperands(node, &text);
  return text ? LLVMGetMDString(text, &n) : "a function of the C library";
}

void allocator_called(struct translation *t, LLVMValueRef call) {
  struct front *f = t->f;
  struct text text = {0};
  const char *name = marked_name(f, call), *own = NULL;
  bool is_checked = false;
  for (size_t i = 0; i < N_ALLOCATOR; i++) {
    LLVMValueRef function = own_function(f, i);
    bool violates = function && undefined_may_violate(f, function);
    if (function && (!own || (violates && !is_checked))) own = allocator[i];
    is_checked |= violates;
  }
  if (is_checked) { // it may, or it may not
    text_printf(&text, "%s, which may call the program's own %s", name, own);
    struct term calls = segment_input(t, sort_bv(f->tm, 8), INPUT_UNINIT, "", "", true);
    segment_unsupported(t, term_eq(f->tm, calls, term_bv(f->tm, 8, 1)), text_cstr(&text));
  } else {
    text_printf(&text, "%s does not call the program's own %s", name, own);
    undefined_note(t, "own-allocator", text_cstr(&text));
  }
  text_release(&text);
}
