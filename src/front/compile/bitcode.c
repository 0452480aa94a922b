// Bitcode in object files, linked programs and archives: what clang keeps there, and what `clew cc` does
// (base/file/embedded.h), of which there may be several modules in one file. Of an archive the modules are linked that
// a linker would take: those that define what is still undefined.
#include "base/file/embedded.h"
#include "base/file/input.h"
#include "base/file/output.h"
#include "front/check/checks.h"
#include "front/compile/compile.h"
#include "front/compile/implicit.h"
#include "front/compile/units.h"
#include "front/context.h"
#include <llvm-c/IRReader.h>
#include <stdio.h>

// A module, and what is kept with it.
struct part {
  LLVMModuleRef module; // owned; NULL: linked
  struct vec_implicit implicit;
  char *shown; // for messages, owned
};
VEC_TYPE(vec_part, struct part)

static LLVMModuleRef parse(struct front *f, struct bytes bitcode, const char *shown) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bitcode.data, bitcode.size, shown);
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (!LLVMParseIRInContext(f->context, buffer, &module, &message)) return module; // owns the buffer
  error_set(f->error, EXIT_DATA, "%s: not an LLVM module: %s", shown, message ? message : "");
  LLVMDisposeMessage(message);
  return NULL;
}

static bool add_part(struct front *f, struct bytes bitcode, const char *shown, struct vec_part *out) {
  struct part part = {.module = parse(f, bitcode, shown)};
  if (!part.module) return false;
  part.shown = mem_strdup(shown);
  vec_part_push(out, part);
  return true;
}

static void warn_of_missing(struct front *f, const char *shown, const struct embedded *record) {
  struct text text = {0};
  text_printf(&text, "%s: there is no bitcode of %.*s in it: %.*s; its functions have no body here", shown,
              (int)record->name.size, record->name.data, (int)record->content.size, record->content.data);
  for (uint32_t i = 0; i < f->warnings->size; i++) // files that are linked twice
    if (strcmp(f->warnings->data[i], text_cstr(&text)) == 0) text_clear(&text);
  if (text.size) vec_string_push(f->warnings, mem_strdup(text_cstr(&text)));
  text_release(&text);
}

// --- records of `clew cc` --------------------------------------------------------------------------------------------

struct reading {
  struct front *f;
  const char *shown; // the file
  struct vec_part *out;
  bool from_source; // clang has to add checks: the source is compiled again
  struct bytes flags; // for the next source
};

// The file in a record, for messages.
static char *name_in(const struct reading *r, const struct embedded *record) {
  struct text name = {0};
  text_printf(&name, "%s(%.*s)", r->shown, (int)record->name.size, record->name.data);
  char *copy = mem_strdup(text_cstr(&name));
  text_release(&name);
  return copy;
}

static bool write_source(struct reading *r, const struct embedded *record, const char *file) {
  struct text text = {0};
  text_add_n(&text, record->content.data, record->content.size);
  bool good = output_write(file, &text, r->f->error);
  text_release(&text);
  return good;
}

static bool compile_source(struct reading *r, const struct embedded *record) {
  struct front *f = r->f;
  char source[3000], output[3000];
  struct vec_string flags = {0};
  struct part part = {0};
  snprintf(source, sizeof source, "%s/kept.i", f->options->temp_dir);
  snprintf(output, sizeof output, "%s/kept.bc", f->options->temp_dir);
  for (const char *at = r->flags.data, *end = at + r->flags.size, *stop;
       at < end && (stop = memchr(at, 0, (size_t)(end - at))); at = stop + 1)
    vec_string_push(&flags, at);
  struct front_unit unit = {.file = source, .n_flags = flags.size, .flags = flags.data};
  part.shown = name_in(r, record);
  if (write_source(r, record, source) && compile_unit(f, &unit, output, &part.implicit))
    part.module = compile_read(f, output, part.shown);
  if (part.module) signs_find(f, &unit, part.module);
  vec_part_push(r->out, part);
  vec_string_release(&flags);
  return part.module != NULL;
}

static bool add_record(struct reading *r, const struct embedded *record) {
  struct vec_part *out = r->out;
  char *name;
  bool good = true;
  switch (record->kind) {
  case EMBEDDED_BITCODE:
    if (r->from_source) break;
    name = name_in(r, record);
    good = add_part(r->f, record->content, name, out);
    mem_free(name);
    break;
  case EMBEDDED_CALLS:
    if (!r->from_source && out->size)
      implicit_parse(record->content.data, record->content.size, &out->data[out->size - 1].implicit);
    break;
  case EMBEDDED_MISSING: warn_of_missing(r->f, r->shown, record); break;
  case EMBEDDED_REFUSED:
    error_set(r->f->error, EXIT_DATA, "%s: it is linked in a way that clew does not follow: %.*s", r->shown,
              (int)record->content.size, record->content.data);
    good = false;
    break;
  case EMBEDDED_FLAGS: r->flags = record->content; break;
  case EMBEDDED_SOURCE: good = !r->from_source || compile_source(r, record); break;
  }
  return good;
}

static bool read_records(struct front *f, struct bytes section, const char *shown, struct vec_part *out) {
  struct reading r = {.f = f, .shown = shown, .out = out, .from_source = asks(f, TRAIT_SOURCE)};
  struct embedded record;
  bool good = true, damaged = false;
  for (size_t at = 0; good && embedded_next(section, &at, &record, &damaged);) good = add_record(&r, &record);
  if (!good || !damaged) return good;
  error_set(f->error, EXIT_DATA, "%s: the section %s is damaged", shown, EMBEDDED_SECTION);
  return false;
}

// All modules in an object file.
static bool read_parts(struct front *f, struct bytes object, const char *shown, struct vec_part *out) {
  struct bytes section, bitcode;
  if (object_section(object, EMBEDDED_SECTION, &section)) return read_records(f, section, shown, out);
  if (object_bitcode(object, &bitcode)) return sanitizer_reads(f, shown) && add_part(f, bitcode, shown, out);
  error_set(f->error, EXIT_DATA, "%s: there is no LLVM bitcode in it", shown);
  return false;
}

static bool link_part(struct front *f, struct part *part, struct vec_implicit *implicit,
                      bool (*add)(struct front *f, LLVMModuleRef module, const char *source)) {
  LLVMModuleRef module = part->module;
  part->module = NULL;
  implicit_move(&part->implicit, implicit);
  return add(f, module, part->shown);
}

static void release_parts(struct vec_part *parts) {
  for (uint32_t i = 0; i < parts->size; i++) {
    if (parts->data[i].module) LLVMDisposeModule(parts->data[i].module);
    implicit_release(&parts->data[i].implicit);
    mem_free(parts->data[i].shown);
  }
  vec_part_release(parts);
}

bool bitcode_link_object(struct front *f, const char *file, struct vec_implicit *implicit,
                         bool (*add)(struct front *f, LLVMModuleRef module, const char *source)) {
  struct text content = {0};
  struct vec_part parts = {0};
  bool good = input_read(file, &content, f->error) &&
              read_parts(f, (struct bytes){text_cstr(&content), content.size}, file, &parts);
  for (uint32_t i = 0; i < parts.size && good; i++) good = link_part(f, &parts.data[i], implicit, add);
  release_parts(&parts);
  text_release(&content);
  return good;
}

// --- archives --------------------------------------------------------------------------------------------------------

static bool has_bitcode(struct bytes object) {
  struct bytes found;
  return object_section(object, EMBEDDED_SECTION, &found) || object_bitcode(object, &found);
}

// A member without bitcode among others that have it: a file in another language, for instance.
static bool read_member(struct front *f, const struct member *member, const char *archive, struct vec_part *members) {
  struct text shown = {0};
  text_printf(&shown, "%s(%s)", archive, member->name);
  bool good = true;
  if (has_bitcode(member->content)) {
    good = read_parts(f, member->content, text_cstr(&shown), members);
  } else {
    static const char why[] = "only machine code";
    struct embedded missing = {.name = {member->name, strlen(member->name)}, .content = {why, sizeof why - 1}};
    warn_of_missing(f, archive, &missing);
  }
  text_release(&shown);
  return good;
}

static bool read_members(struct front *f, const char *file, struct vec_part *members) {
  struct text content = {0};
  if (!input_read(file, &content, f->error)) return false;
  struct bytes archive = {text_cstr(&content), content.size};
  struct member member;
  bool good = true;
  for (size_t at = 0; good && archive_next(archive, &at, &member);) good = read_member(f, &member, file, members);
  text_release(&content);
  return good;
}

// Does the member have what the program lacks?
static bool is_wanted(struct front *f, LLVMModuleRef member) {
  size_t n;
  if (!f->module) return module_defines(member, f->options->entry);
  if (!module_defines(f->module, f->options->entry) && module_defines(member, f->options->entry)) return true;
  for (LLVMValueRef g = LLVMGetFirstFunction(f->module); g; g = LLVMGetNextFunction(g))
    if (LLVMIsDeclaration(g) && !LLVMGetIntrinsicID(g) && LLVMGetFirstUse(g) &&
        module_defines(member, LLVMGetValueName2(g, &n)))
      return true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g))
    if (LLVMIsDeclaration(g) && module_defines(member, LLVMGetValueName2(g, &n))) return true;
  return false;
}

bool bitcode_link_archives(struct front *f, struct vec_implicit *implicit,
                           bool (*add)(struct front *f, LLVMModuleRef module, const char *source)) {
  struct vec_part members = {0};
  bool good = true, again = true;
  for (uint32_t i = 0; i < f->options->n_files && good; i++)
    if (bitcode_is_archive(f->options->files[i])) good = read_members(f, f->options->files[i], &members);
  while (good && again) { // after each from the first again: what several define is taken from the first of them
    again = false;
    for (uint32_t i = 0; i < members.size && good && !again; i++) {
      if (!members.data[i].module || !is_wanted(f, members.data[i].module)) continue;
      good = link_part(f, &members.data[i], implicit, add);
      again = true;
    }
  }
  release_parts(&members);
  return good;
}

// --- kinds of files --------------------------------------------------------------------------------------------------

static bool ends_with(const char *text, const char *tail) {
  size_t n = strlen(text), k = strlen(tail);
  return n >= k && !strcmp(text + n - k, tail);
}

bool bitcode_is_archive(const char *file) { return ends_with(file, ".a"); }

bool bitcode_is_object(const char *file) {
  if (ends_with(file, ".o") || ends_with(file, ".lo")) return true;
  return !ends_with(file, ".c") && !ends_with(file, ".i") && object_is_linked(file);
}
