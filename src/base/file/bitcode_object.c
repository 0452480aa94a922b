// See bitcode_object.h.
#include "base/file/bitcode_object.h"
#include "base/file/input.h"
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const char *data, size_t size, const char *with, size_t n) {
  return size >= n && memcmp(data, with, n) == 0;
}

enum object_kind object_kind(const char *data, size_t size) {
  if (begins(data, size, "BC\xc0\xde", 4) || begins(data, size, "\xde\xc0\x17\x0b", 4)) return OBJECT_BITCODE;
  if (begins(data, size, ELFMAG, SELFMAG)) return OBJECT_ELF;
  if (begins(data, size, "!<arch>\n", 8)) return OBJECT_ARCHIVE;
  if (begins(data, size, "!<thin>\n", 8)) return OBJECT_THIN_ARCHIVE;
  return OBJECT_OTHER;
}

bool object_is_linked(const char *file) {
  char head[SELFMAG];
  return object_kind(head, input_head(file, head, sizeof head)) == OBJECT_ELF;
}

// --- ELF -------------------------------------------------------------------------------------------------------------

struct sections {
  struct bytes file;
  uint64_t offset; // of the table
  uint32_t n, entry; // how many, bytes of each
  struct bytes names;
  bool wide;
};

struct section {
  const char *name;
  struct bytes content;
};

static bool part(struct bytes whole, uint64_t offset, uint64_t size, struct bytes *out) {
  if (offset > whole.size || size > whole.size - offset) return false;
  *out = (struct bytes){whole.data + offset, (size_t)size};
  return true;
}

static bool section_header(const struct sections *s, uint32_t i, Elf64_Shdr *out) {
  struct bytes bytes;
  if (i >= s->n || !part(s->file, s->offset + (uint64_t)i * s->entry, s->entry, &bytes)) return false;
  if (s->wide) {
    memcpy(out, bytes.data, sizeof *out);
  } else {
    Elf32_Shdr narrow;
    memcpy(&narrow, bytes.data, sizeof narrow);
    *out = (Elf64_Shdr){.sh_name = narrow.sh_name,
                        .sh_type = narrow.sh_type,
                        .sh_offset = narrow.sh_offset,
                        .sh_size = narrow.sh_size,
                        .sh_link = narrow.sh_link};
  }
  return true;
}

static bool open_sections(struct bytes file, struct sections *s) {
  Elf64_Ehdr wide;
  Elf32_Ehdr narrow;
  Elf64_Shdr first, strings;
  *s = (struct sections){.file = file};
  if (file.size < sizeof narrow || object_kind(file.data, file.size) != OBJECT_ELF) return false;
  s->wide = file.data[EI_CLASS] == ELFCLASS64;
  if (file.data[EI_DATA] != ELFDATA2LSB || (s->wide && file.size < sizeof wide)) return false;
  memcpy(&narrow, file.data, sizeof narrow);
  if (s->wide) memcpy(&wide, file.data, sizeof wide);
  s->offset = s->wide ? wide.e_shoff : narrow.e_shoff;
  s->entry = s->wide ? wide.e_shentsize : narrow.e_shentsize;
  s->n = s->wide ? wide.e_shnum : narrow.e_shnum;
  uint32_t names = s->wide ? wide.e_shstrndx : narrow.e_shstrndx;
  if (!s->offset || s->offset > file.size || s->entry < (s->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)))
    return false;
  if (!s->n || names == SHN_XINDEX) { // more of them than the header has room for
    s->n = s->n ? s->n : 1;
    if (!section_header(s, 0, &first)) return false;
    if (first.sh_size > file.size) return false;
    if (first.sh_size) s->n = (uint32_t)first.sh_size;
    if (names == SHN_XINDEX) names = first.sh_link;
  }
  return section_header(s, names, &strings) && part(file, strings.sh_offset, strings.sh_size, &s->names);
}

static bool section_at(const struct sections *s, uint32_t i, struct section *out) {
  Elf64_Shdr header;
  if (!section_header(s, i, &header) || header.sh_name >= s->names.size || header.sh_type == SHT_NOBITS) return false;
  out->name = s->names.data + header.sh_name;
  return memchr(out->name, 0, s->names.size - header.sh_name) &&
         part(s->file, header.sh_offset, header.sh_size, &out->content);
}

bool object_bitcode(struct bytes object, struct bytes *bitcode) {
  *bitcode = object;
  if (object_kind(object.data, object.size) == OBJECT_BITCODE) return true;
  struct sections s;
  struct section section;
  if (!open_sections(object, &s)) return false;
  for (uint32_t i = 0; i < s.n; i++) {
    if (!section_at(&s, i, &section)) continue;
    if (strcmp(section.name, ".llvmbc") != 0 && strcmp(section.name, ".llvm.lto") != 0) continue;
    // A marker (-fembed-bitcode=marker) is a section with next to nothing in it.
    if (object_kind(section.content.data, section.content.size) != OBJECT_BITCODE) continue;
    *bitcode = section.content;
    return true;
  }
  return false;
}

bool object_section(struct bytes object, const char *name, struct bytes *content) {
  struct sections s;
  struct section section;
  if (!open_sections(object, &s)) return false;
  for (uint32_t i = 0; i < s.n; i++) {
    if (!section_at(&s, i, &section) || strcmp(section.name, name) != 0) continue;
    *content = section.content;
    return true;
  }
  return false;
}

bool object_is_of_gcc(struct bytes object) {
  struct sections s;
  struct section section;
  if (!open_sections(object, &s)) return false;
  for (uint32_t i = 0; i < s.n; i++)
    if (section_at(&s, i, &section) && strncmp(section.name, ".gnu.lto_", 9) == 0) return true;
  return false;
}

// --- archives --------------------------------------------------------------------------------------------------------

#define MEMBER_HEADER 60u

// A number in decimal in a field of blanks.
static size_t field(const char *text, size_t width) {
  char copy[24] = {0};
  memcpy(copy, text, width);
  return (size_t)strtoull(copy, NULL, 10);
}

// Long names stand in a member of their own, one a line.
static void find_name(struct bytes archive, const char *header, struct member *out) {
  size_t n = 16;
  const char *from = header;
  if (header[0] == '/') {
    size_t wanted = field(header + 1, 15), at = 8, size;
    for (; at + MEMBER_HEADER <= archive.size; at += MEMBER_HEADER + size + (size & 1)) {
      const char *table = archive.data + at;
      size = field(table + 48, 10);
      if (size > archive.size - at - MEMBER_HEADER) break;
      if (memcmp(table, "//", 2) != 0 || wanted >= size) continue;
      from = table + MEMBER_HEADER + wanted;
      n = size - wanted;
      break;
    }
  }
  size_t length = 0;
  while (length < n && length < sizeof out->name - 1 && from[length] != '/' && from[length] != '\n') length++;
  memcpy(out->name, from, length);
  out->name[length] = '\0';
}

bool archive_next(struct bytes archive, size_t *at, struct member *member) {
  if (!*at) *at = 8;
  while (*at + MEMBER_HEADER <= archive.size) {
    const char *header = archive.data + *at;
    size_t size = field(header + 48, 10), content = *at + MEMBER_HEADER;
    if (memcmp(header + 58, "`\n", 2) != 0 || size > archive.size - content) return false;
    *at = content + size + (size & 1);
    bool is_table = header[0] == '/' && (header[1] == ' ' || header[1] == '/' || memcmp(header, "/SYM64/", 7) == 0);
    if (is_table) continue;
    member->content = (struct bytes){archive.data + content, size};
    find_name(archive, header, member);
    return true;
  }
  return false;
}
