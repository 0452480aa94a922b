// See object.h.
#include "native/object.h"
#include "base/memory/alloc.h"
#include <elf.h>
#include <string.h>

// ELF's table begins with an empty symbol and one for the data section.
enum { SYMBOL_DATA = 1, SYMBOL_FIRST = 2 };
enum { SECTION_CODE = 1, SECTION_DATA, SECTION_STACK, SECTION_REL_CODE, SECTION_REL_DATA, SECTION_SYMBOLS };
enum { SECTION_NAMES = SECTION_SYMBOLS + 1, SECTION_STRINGS, SECTION_END };
// Names of sections, and where each begins there. .note.GNU-stack: no code on the stack.
static const char section_names[] = "\0.text\0.rodata\0.note.GNU-stack\0.rel\0.symtab\0.strtab\0.shstrtab";
enum { NAME_CODE = 1, NAME_DATA = 7, NAME_STACK = 15, NAME_REL = 31, NAME_SYMBOLS = 36, NAME_NAMES = 44 };
enum { NAME_STRINGS = 52 };

void object_init(struct object *o, bool is64) {
  *o = (struct object){.is64 = is64};
  text_addc(&o->names, 0);
}

void object_release(struct object *o) {
  text_release(&o->code);
  text_release(&o->data);
  text_release(&o->names);
  vec_object_symbol_release(&o->symbols);
  vec_object_relocation_release(&o->in_code);
  vec_object_relocation_release(&o->in_data);
}

static uint32_t add_symbol(struct object *o, const char *name, enum object_section section, uint64_t offset,
                           bool weak) {
  uint32_t at = (uint32_t)o->names.size;
  text_add_n(&o->names, name, strlen(name) + 1);
  vec_object_symbol_push(&o->symbols, (struct object_symbol){at, section, offset, weak});
  return SYMBOL_FIRST + o->symbols.size - 1;
}

uint32_t object_define(struct object *o, const char *name, enum object_section section, bool weak) {
  return add_symbol(o, name, section, section == OBJECT_CODE ? o->code.size : o->data.size, weak);
}

uint32_t object_refer(struct object *o, const char *name, bool weak) {
  for (uint32_t i = 0; i < o->symbols.size; i++)
    if (strcmp(text_cstr(&o->names) + o->symbols.data[i].name, name) == 0) return SYMBOL_FIRST + i;
  return add_symbol(o, name, OBJECT_UNDEFINED, 0, weak);
}

// --- data ----------------------------------------------------------------------------

static void add_number(struct text *out, uint64_t value, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; i++) text_addc(out, (char)(value >> 8 * i));
}

void object_align(struct object *o, uint32_t bytes) {
  while (o->data.size % bytes) text_addc(&o->data, 0);
}

void object_number(struct object *o, uint64_t value, uint32_t bytes) { add_number(&o->data, value, bytes); }

// An addend stands in the relocation where pointers have 64 bits, and otherwise in the place itself.
static void add_reference(struct object *o, struct text *section, struct vec_object_relocation *relocations,
                          uint32_t symbol, uint32_t type, int64_t addend, uint32_t bytes) {
  struct object_relocation relocation = {section->size, symbol, type, addend};
  vec_object_relocation_push(relocations, relocation);
  add_number(section, o->is64 ? 0 : (uint64_t)addend, bytes);
}

void object_pointer(struct object *o, uint32_t symbol, uint64_t addend) {
  uint32_t type = o->is64 ? R_X86_64_64 : R_386_32;
  add_reference(o, &o->data, &o->in_data, symbol, type, (int64_t)addend, o->is64 ? 8 : 4);
}

void object_data_pointer(struct object *o, uint64_t at) { object_pointer(o, SYMBOL_DATA, at); }

uint64_t object_string(struct object *o, const char *string) {
  uint64_t at = o->data.size;
  text_add_n(&o->data, string, strlen(string) + 1);
  return at;
}

// --- code ----------------------------------------------------------------------------

static void add_code(struct object *o, const char *code, size_t size) { text_add_n(&o->code, code, size); }
#define CODE(o, bytes) add_code(o, bytes, sizeof(bytes) - 1)

// The program is linked at low addresses: 32 bits are enough for them.
static void add_address(struct object *o, uint64_t at) {
  add_reference(o, &o->code, &o->in_code, SYMBOL_DATA, o->is64 ? R_X86_64_32 : R_386_32, (int64_t)at, 4);
}

static void add_target(struct object *o, uint32_t callee) {
  add_reference(o, &o->code, &o->in_code, callee, o->is64 ? R_X86_64_PLT32 : R_386_PLT32, -4, 4);
}

void object_pass(struct object *o, const char *name, uint64_t at, uint32_t callee) {
  object_define(o, name, OBJECT_CODE, true);
  if (o->is64) {
    CODE(o, "\xbf"); // mov $at, %edi
    add_address(o, at);
    CODE(o, "\xe9"); // jmp callee
    add_target(o, callee);
  } else {
    CODE(o, "\x83\xec\x08\x68"); // sub $8, %esp; push $at: the stack is aligned to 16 bytes at the call
    add_address(o, at);
    CODE(o, "\xe8"); // call callee
    add_target(o, callee);
    CODE(o, "\x83\xc4\x0c\xc3"); // add $12, %esp; ret
  }
}

void object_return_zero(struct object *o, const char *name) {
  object_define(o, name, OBJECT_CODE, true);
  CODE(o, "\x31\xc0\x31\xd2\xc3"); // xor %eax, %eax; xor %edx, %edx; ret
}

// --- the file ------------------------------------------------------------------------

struct placed {
  uint64_t offset, size;
};

static struct placed place(struct text *out, const char *bytes, size_t size) {
  while (out->size % 16) text_addc(out, 0);
  struct placed placed = {out->size, size};
  text_add_n(out, bytes, size);
  return placed;
}

static void print_symbol(const struct object *o, const struct object_symbol *s, struct text *out) {
  Elf64_Sym symbol = {.st_name = s->name, .st_value = s->offset};
  symbol.st_info = ELF64_ST_INFO(s->is_weak ? STB_WEAK : STB_GLOBAL, s->section == OBJECT_CODE ? STT_FUNC : STT_NOTYPE);
  symbol.st_shndx = s->section == OBJECT_CODE ? SECTION_CODE : s->section == OBJECT_DATA ? SECTION_DATA : SHN_UNDEF;
  Elf32_Sym narrow = {.st_name = symbol.st_name,
                      .st_value = (Elf32_Addr)symbol.st_value,
                      .st_info = symbol.st_info,
                      .st_shndx = symbol.st_shndx};
  if (o->is64) text_add_n(out, (const char *)&symbol, sizeof symbol);
  else text_add_n(out, (const char *)&narrow, sizeof narrow);
}

static void print_symbols(const struct object *o, struct text *out) {
  Elf64_Sym none = {0}, data = {.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION), .st_shndx = SECTION_DATA};
  Elf32_Sym none32 = {0}, data32 = {.st_info = data.st_info, .st_shndx = SECTION_DATA};
  text_add_n(out, o->is64 ? (const char *)&none : (const char *)&none32, o->is64 ? sizeof none : sizeof none32);
  text_add_n(out, o->is64 ? (const char *)&data : (const char *)&data32, o->is64 ? sizeof data : sizeof data32);
  for (uint32_t i = 0; i < o->symbols.size; i++) print_symbol(o, &o->symbols.data[i], out);
}

static void print_relocations(const struct object *o, const struct vec_object_relocation *list, struct text *out) {
  for (uint32_t i = 0; i < list->size; i++) {
    const struct object_relocation *r = &list->data[i];
    Elf64_Rela wide = {r->offset, ELF64_R_INFO((uint64_t)r->symbol, r->type), r->addend};
    Elf32_Rel narrow = {(Elf32_Addr)r->offset, ELF32_R_INFO(r->symbol, r->type)};
    if (o->is64) text_add_n(out, (const char *)&wide, sizeof wide);
    else text_add_n(out, (const char *)&narrow, sizeof narrow);
  }
}

static void add_header(const struct object *o, struct text *out, Elf64_Shdr header) {
  Elf32_Shdr narrow = {header.sh_name,
                       header.sh_type,
                       (Elf32_Word)header.sh_flags,
                       0,
                       (Elf32_Off)header.sh_offset,
                       (Elf32_Word)header.sh_size,
                       header.sh_link,
                       header.sh_info,
                       (Elf32_Word)header.sh_addralign,
                       (Elf32_Word)header.sh_entsize};
  if (o->is64) text_add_n(out, (const char *)&header, sizeof header);
  else text_add_n(out, (const char *)&narrow, sizeof narrow);
}

static void print_headers(const struct object *o, const struct placed *at, struct text *out) {
  uint32_t rel = o->is64 ? SHT_RELA : SHT_REL;
  uint64_t rel_size = o->is64 ? sizeof(Elf64_Rela) : sizeof(Elf32_Rel);
  uint64_t symbol_size = o->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
  const Elf64_Shdr headers[SECTION_END] = {
      {0},
      {NAME_CODE, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0, 0, 0, 0, 0, 16, 0},
      {NAME_DATA, SHT_PROGBITS, SHF_ALLOC, 0, 0, 0, 0, 0, 16, 0},
      {NAME_STACK, SHT_PROGBITS, 0, 0, 0, 0, 0, 0, 1, 0},
      {NAME_REL, rel, SHF_INFO_LINK, 0, 0, 0, SECTION_SYMBOLS, SECTION_CODE, 8, rel_size},
      {NAME_REL, rel, SHF_INFO_LINK, 0, 0, 0, SECTION_SYMBOLS, SECTION_DATA, 8, rel_size},
      {NAME_SYMBOLS, SHT_SYMTAB, 0, 0, 0, 0, SECTION_NAMES, SYMBOL_FIRST, 8, symbol_size},
      {NAME_NAMES, SHT_STRTAB, 0, 0, 0, 0, 0, 0, 1, 0},
      {NAME_STRINGS, SHT_STRTAB, 0, 0, 0, 0, 0, 0, 1, 0},
  };
  for (uint32_t i = 0; i < SECTION_END; i++) {
    Elf64_Shdr header = headers[i];
    header.sh_offset = at[i].offset;
    header.sh_size = at[i].size;
    add_header(o, out, header);
  }
}

static void add_file_header(const struct object *o, uint64_t headers, char *at) {
  Elf64_Ehdr wide = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                     .e_type = ET_REL,
                     .e_machine = EM_X86_64,
                     .e_version = EV_CURRENT,
                     .e_shoff = headers,
                     .e_ehsize = sizeof wide,
                     .e_shentsize = sizeof(Elf64_Shdr),
                     .e_shnum = SECTION_END,
                     .e_shstrndx = SECTION_STRINGS};
  Elf32_Ehdr narrow = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                       .e_type = ET_REL,
                       .e_machine = EM_386,
                       .e_version = EV_CURRENT,
                       .e_shoff = (Elf32_Off)headers,
                       .e_ehsize = sizeof narrow,
                       .e_shentsize = sizeof(Elf32_Shdr),
                       .e_shnum = SECTION_END,
                       .e_shstrndx = SECTION_STRINGS};
  if (o->is64) memcpy(at, &wide, sizeof wide);
  else memcpy(at, &narrow, sizeof narrow);
}

void object_print(const struct object *o, struct text *out) {
  struct placed at[SECTION_END] = {{0, 0}};
  struct text part = {0};
  for (size_t i = 0; i < sizeof(Elf64_Ehdr); i++) text_addc(out, 0); // filled in last
  at[SECTION_CODE] = place(out, text_cstr(&o->code), o->code.size);
  at[SECTION_DATA] = place(out, text_cstr(&o->data), o->data.size);
  print_relocations(o, &o->in_code, &part);
  at[SECTION_REL_CODE] = place(out, text_cstr(&part), part.size);
  text_clear(&part);
  print_relocations(o, &o->in_data, &part);
  at[SECTION_REL_DATA] = place(out, text_cstr(&part), part.size);
  text_clear(&part);
  print_symbols(o, &part);
  at[SECTION_SYMBOLS] = place(out, text_cstr(&part), part.size);
  text_release(&part);
  at[SECTION_NAMES] = place(out, text_cstr(&o->names), o->names.size);
  at[SECTION_STRINGS] = place(out, section_names, sizeof section_names);
  uint64_t headers = place(out, "", 0).offset;
  print_headers(o, at, out);
  add_file_header(o, headers, out->data);
}
