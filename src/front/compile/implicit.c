// Functions that are called without a declaration. C takes them to return int; clang says where, with
// -Wimplicit-function-declaration. That is a warning for the user, and an error where the function is known to return
// what an int cannot hold: the program that would be verified is not the one that was meant. Inputs such as
// `nondet_double` are declared with the type that their name says.
//
// -Wunsequenced says where a variable is changed twice, or changed and read, without a sequence point: C leaves that
// undefined, and compilers differ. The program means what clang makes of it, and a TRUE says so.
#include "front/compile/implicit.h"
#include "front/context.h"
#include "front/link/link.h"
#include "front/translate/names.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

// What the C library's functions return that is no integer: `p`ointers, `f`loats; and the header that declares them.
static const struct {
  char result;
  const char *header, *names;
} library[] = {
    {'p', "stdlib.h",
     " malloc calloc realloc reallocarray aligned_alloc getenv secure_getenv bsearch realpath mktemp mkdtemp valloc "
     "memalign setstate initstate "},
    {'p', "alloca.h", " alloca "},
    {'p', "string.h",
     " memcpy memmove memset memchr memrchr memmem mempcpy memccpy strcpy strncpy stpcpy stpncpy strcat strncat strchr "
     "strrchr strchrnul strstr strcasestr strpbrk strtok strtok_r strsep strdup strndup strerror strsignal "},
    {'p', "strings.h", " index rindex "},
    {'p', "stdio.h", " fopen fdopen freopen fmemopen open_memstream tmpfile tmpnam tempnam popen gets fgets "},
    {'p', "time.h", " localtime localtime_r gmtime gmtime_r ctime ctime_r asctime asctime_r "},
    {'p', "locale.h", " setlocale localeconv "},
    {'p', "libgen.h", " basename dirname "},
    {'p', "unistd.h", " getcwd getlogin getpass sbrk ttyname crypt "},
    {'p', "dirent.h", " opendir readdir "},
    {'p', "pwd.h", " getpwnam getpwuid "},
    {'p', "grp.h", " getgrnam getgrgid "},
    {'p', "sys/mman.h", " mmap mremap "},
    {'p', "dlfcn.h", " dlopen dlsym dlerror "},
    {'p', "wchar.h",
     " wcscpy wcsncpy wcscat wcsncat wcschr wcsrchr wcsstr wcspbrk wcstok wcsdup wmemcpy wmemmove wmemset wmemchr "
     "fgetws "},
    {'p', "netdb.h", " gethostbyname gethostbyaddr gai_strerror "},
    {'p', "arpa/inet.h", " inet_ntoa inet_ntop "},
    {'f', "stdlib.h", " atof strtod strtof strtold drand48 erand48 "},
    {'f', "time.h", " difftime "},
    {'f', "math.h",
     " acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1 fabs fdim "
     "floor fma fmax fmin fmod frexp gamma hypot j0 j1 jn ldexp lgamma log log10 log1p log2 logb modf nan "
     "nearbyint nextafter nexttoward pow remainder remquo rint round roundeven scalb scalbln scalbn "
     "significand sin sinh sqrt tan tanh tgamma trunc y0 y1 yn "},
};

static bool in_list(const char *names, const char *name, size_t n) {
  for (const char *at = names; (at = strchr(at, ' ')) && at[1]; at++)
    if (!strncmp(at + 1, name, n) && at[1 + n] == ' ') return true;
  return false;
}

// 'p', 'f' or 'l' (an integer wider than int); 0: nothing that an int cannot be. *header: what declares it, or NULL.
static char known_result(const char *name, const char **header) {
  size_t n = strlen(name);
  *header = NULL;
  const char *kind = !strncmp(name, "__VERIFIER_nondet_", 18) ? name + 18
                     : !strncmp(name, "nondet_", 7)           ? name + 7
                                                              : NULL;
  if (kind) {
    if (!strcmp(kind, "float") || !strcmp(kind, "double") || !strcmp(kind, "ldouble") || !strcmp(kind, "longdouble") ||
        !strcmp(kind, "long_double"))
      return 'f';
    if (!strcmp(kind, "pointer") || !strcmp(kind, "pchar") || !strcmp(kind, "charp")) return 'p';
    static const char *const wide = " long ulong unsigned_long loff_t size_t ssize_t off_t sector_t longlong ulonglong "
                                    "long_long u64 i64 int64 uint64 "
                                    "int64_t uint64_t int128 uint128 ";
    return in_list(wide, kind, strlen(kind)) ? 'l' : 0;
  }
  for (size_t i = 0; i < sizeof library / sizeof *library; i++) {
    bool variant = library[i].result == 'f' && !strcmp(library[i].header, "math.h") && n > 1 &&
                   (name[n - 1] == 'f' || name[n - 1] == 'l');
    if (!in_list(library[i].names, name, n) && !(variant && in_list(library[i].names, name, n - 1))) continue;
    *header = library[i].header;
    return library[i].result;
  }
  return 0;
}

// --- inputs whose name says their type ---------------------------------------------------------------------------

// What stands behind `nondet_`, and the type.
static const struct {
  const char *names, *type;
} inputs[] = {
    {" bool _Bool ", "_Bool"},
    {" char ", "char"},
    {" schar i8 s8 int8 int8_t ", "signed char"},
    {" uchar unsigned_char u8 uint8 uint8_t ", "unsigned char"},
    {" short i16 s16 int16 int16_t ", "short"},
    {" ushort unsigned_short u16 uint16 uint16_t ", "unsigned short"},
    {" uint unsigned unsigned_int u32 uint32 uint32_t ", "unsigned int"},
    {" long off_t ssize_t ", "long"},
    {" ulong unsigned_long sector_t ", "unsigned long"},
    {" longlong long_long loff_t i64 s64 int64 int64_t ", "long long"},
    {" ulonglong unsigned_long_long u64 uint64 uint64_t ", "unsigned long long"},
    {" size_t ", "__SIZE_TYPE__"},
    {" float ", "float"},
    {" double ", "double"},
    {" ldouble longdouble long_double ", "long double"},
    {" pchar charp ", "char *"},
    {" pointer ", "void *"},
    {" int128 ", "__int128"},
    {" uint128 ", "unsigned __int128"},
};

// NULL: the name says no type, or int.
static const char *input_type(const char *name) {
  static const char official[] = "__VERIFIER_nondet_", short_form[] = "nondet_";
  const char *kind = !strncmp(name, official, sizeof official - 1)       ? name + sizeof official - 1
                     : !strncmp(name, short_form, sizeof short_form - 1) ? name + sizeof short_form - 1
                                                                         : NULL;
  for (size_t i = 0; kind && i < sizeof inputs / sizeof *inputs; i++)
    if (in_list(inputs[i].names, kind, strlen(kind))) return inputs[i].type;
  return NULL;
}

void implicit_declare(const struct vec_implicit *calls, struct text *out) {
  for (uint32_t i = 0; i < calls->size; i++) {
    const struct implicit_call *call = &calls->data[i];
    const char *type = call->has_type || call->is_unsequenced ? NULL : input_type(call->name);
    if (type) text_printf(out, "extern %s %s();\n", type, call->name);
  }
}

// --- what is judged ------------------------------------------------------------------------------------------------

static bool differs_from_int(struct front *f, char result) {
  if (result == 'f') return true;
  return (result == 'p' || result == 'l') && f->options->bits == 64;
}

bool implicit_needs_types(struct front *f, const struct vec_implicit *calls) {
  const char *header;
  for (uint32_t i = 0; i < calls->size; i++) {
    const struct implicit_call *call = &calls->data[i];
    if (call->has_type || call->is_unsequenced) continue;
    if (input_type(call->name) || differs_from_int(f, known_result(call->name, &header))) return true;
  }
  return false;
}

// "FILE:LINE:COLUMN: warning: call to undeclared function 'NAME'; …", or "… library function 'NAME' with type …" where
// clang knew the type; "… multiple unsequenced modifications to 'NAME'", "… unsequenced modification and access to …".
static void read_line(char *line, struct vec_implicit *out) {
  static const char mark[] = ": warning: ", call_mark[] = "call to undeclared ";
  char *at = strstr(line, mark), *said = at ? at + sizeof mark - 1 : NULL;
  if (!said) return;
  bool is_call = !strncmp(said, call_mark, sizeof call_mark - 1);
  if (!is_call && strncmp(said, "multiple unsequenced ", 21) && strncmp(said, "unsequenced ", 12)) return;
  char *name = strchr(said, '\''), *end = name ? strchr(name + 1, '\'') : NULL;
  if (!end) return;
  struct implicit_call call = {.has_type = is_call && !strncmp(said + sizeof call_mark - 1, "library", 7),
                               .is_unsequenced = !is_call};
  *at = *end = 0;
  for (uint32_t i = 0; i < out->size && is_call; i++)
    if (!out->data[i].is_unsequenced && !strcmp(out->data[i].name, name + 1)) return;
  call.place = mem_strdup(line);
  call.name = mem_strdup(name + 1);
  vec_implicit_push(out, call);
}

void implicit_read(const char *messages, struct vec_implicit *out) {
  FILE *file = fopen(messages, "re");
  if (!file) return;
  char line[8192];
  while (fgets(line, sizeof line, file)) read_line(line, out);
  fclose(file);
}

void implicit_release(struct vec_implicit *calls) {
  for (uint32_t i = 0; i < calls->size; i++) {
    mem_free(calls->data[i].name);
    mem_free(calls->data[i].place);
  }
  vec_implicit_release(calls);
}

void implicit_move(struct vec_implicit *from, struct vec_implicit *to) {
  for (uint32_t i = 0; i < from->size; i++) vec_implicit_push(to, from->data[i]);
  vec_implicit_clear(from);
}

// "file:line:column TAB name TAB 1 if clang knew the type, 2 if it is no call"
void implicit_write(const struct vec_implicit *calls, struct text *out) {
  for (uint32_t i = 0; i < calls->size; i++)
    text_printf(out, "%s\t%s\t%d\n", calls->data[i].place, calls->data[i].name,
                calls->data[i].is_unsequenced ? 2 : calls->data[i].has_type);
}

void implicit_parse(const char *text, size_t size, struct vec_implicit *out) {
  for (const char *at = text, *end = text + size, *stop; at < end && (stop = memchr(at, '\n', (size_t)(end - at)));
       at = stop + 1) {
    const char *name = memchr(at, '\t', (size_t)(stop - at));
    const char *type = name ? memchr(name + 1, '\t', (size_t)(stop - name - 1)) : NULL;
    if (!type) continue;
    struct implicit_call call = {.place = mem_strndup(at, (size_t)(name - at)),
                                 .name = mem_strndup(name + 1, (size_t)(type - name - 1)),
                                 .has_type = type[1] == '1',
                                 .is_unsequenced = type[1] == '2'};
    vec_implicit_push(out, call);
  }
}

// What a function of the program itself returns, if it is defined in another file.
static char defined_result(struct front *f, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
  if (!function || !LLVMCountBasicBlocks(function)) return 0;
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
  if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind) return 'f';
  return kind == LLVMPointerTypeKind ? 'p' : 0;
}

static bool refuse(struct front *f, const struct implicit_call *call) {
  const char *header = NULL;
  char own = defined_result(f, call->name);
  LLVMValueRef function = LLVMGetNamedFunction(f->module, call->name);
  bool defined = function && LLVMCountBasicBlocks(function);
  char result = defined ? own : known_result(call->name, &header);
  if (call->has_type || !differs_from_int(f, result)) return false;
  const char *what = result == 'f' ? "a floating-point number" : result == 'p' ? "a pointer" : "a wider integer";
  struct text advice = {0};
  if (header) text_printf(&advice, "include <%s>", header);
  else text_printf(&advice, "declare it before it is called");
  error_set(f->error, EXIT_DATA,
            "%s: `%s` is called without a declaration, so that its result would be taken for an int; it is %s: %s",
            call->place, call->name, what, text_cstr(&advice));
  text_release(&advice);
  return true;
}

static void warn(struct front *f, const struct implicit_call *call) {
  struct text text = {0};
  LLVMValueRef function = LLVMGetNamedFunction(f->module, call->name);
  // What other verifiers know without a declaration is known here too.
  if (strcmp(call->name, "assert") && is_dialect(call->name) && !(function && LLVMCountBasicBlocks(function))) return;
  if (!strcmp(call->name, "assert"))
    text_printf(&text, "%s: `assert` is called without a declaration (#include <assert.h>); taken for an assertion",
                call->place);
  else if (call->has_type)
    text_printf(&text, "%s: `%s` is called without a declaration; taken for the C library's", call->place, call->name);
  else text_printf(&text, "%s: `%s` is called without a declaration; taken to return int", call->place, call->name);
  vec_string_push(f->warnings, mem_strdup(text_cstr(&text)));
  text_release(&text);
}

#define WARNINGS_SHOWN 20u

bool implicit_judge(struct front *f, const struct vec_implicit *calls) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < calls->size; i++) {
    const struct implicit_call *call = &calls->data[i];
    if (call->is_unsequenced) vec_ptr_push(&f->unsequenced, mem_strdup(call->place));
    else if (refuse(f, call)) return false;
  }
  for (uint32_t i = 0; i < calls->size; i++)
    if (!calls->data[i].is_unsequenced && n++ < WARNINGS_SHOWN) warn(f, &calls->data[i]);
  if (n > WARNINGS_SHOWN) {
    struct text text = {0};
    text_printf(&text, "%u more functions are called without a declaration", n - WARNINGS_SHOWN);
    vec_string_push(f->warnings, mem_strdup(text_cstr(&text)));
    text_release(&text);
  }
  return true;
}

// --- side effects without an order ---------------------------------------------------------------------------------

static const char *without_folder(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// Is the place the one of "file:line:column"? Debug information may split the path in another way.
static bool is_place(struct front *f, struct source_place place, const char *said) {
  struct text text = {0};
  text_printf(&text, "%s:%u:", without_folder(f->cfa->files.data[place.file]), place.line);
  bool same = place.line && !strncmp(without_folder(said), text_cstr(&text), text.size);
  text_release(&text);
  return same;
}

static bool is_reached(struct front *f, const char *said, struct source_place *place) {
  for (uint32_t k = 0; k < f->functions.size; k++)
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->functions.data[k]); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        *place = place_of(f, i);
        if (is_place(f, *place, said)) return true;
      }
  return false;
}

void implicit_assume(struct front *f) {
  struct source_place place;
  for (uint32_t i = 0; i < f->unsequenced.size; i++)
    if (is_reached(f, f->unsequenced.data[i], &place))
      cfa_add_assumption(f->cfa, "compiler", "side effects to which C gives no order happen in clang's order", place);
}
