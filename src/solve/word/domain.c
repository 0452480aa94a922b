// Abstract values: closing, meeting, joining.
#include "solve/word/domain.h"

struct dom dom_top(uint32_t width) {
  uint64_t mask = word_mask(width);
  return (struct dom){0, 0, 0, mask, word_signed((uint64_t)1 << (width - 1), width), (int64_t)(mask >> 1)};
}

struct dom dom_const(uint64_t value, uint32_t width) {
  uint64_t mask = word_mask(width);
  int64_t s = word_signed(value, width);
  return (struct dom){~value & mask, value & mask, value & mask, value & mask, s, s};
}

bool dom_has(const struct dom *d, uint64_t value, uint32_t width) {
  int64_t s = word_signed(value, width);
  return !(value & d->zero) && (value & d->one) == d->one && d->ulo <= value && value <= d->uhi && d->slo <= s &&
         s <= d->shi;
}

bool dom_equal(const struct dom *a, const struct dom *b) {
  return !((a->zero ^ b->zero) | (a->one ^ b->one) | (a->ulo ^ b->ulo) | (a->uhi ^ b->uhi) |
           (uint64_t)(a->slo ^ b->slo) | (uint64_t)(a->shi ^ b->shi));
}

static uint64_t below(uint32_t bit) { return ((uint64_t)1 << bit) - 1; }

static bool bits_next(uint64_t zero, uint64_t one, uint64_t from, uint64_t mask, uint64_t *value) {
  uint64_t wrong = (from & zero) | (~from & one);
  if (!wrong) {
    *value = from;
    return true;
  }
  uint32_t at = 63 - (uint32_t)__builtin_clzll(wrong);
  if (one >> at & 1) { // it must rise there, and what is below becomes as small as possible
    *value = (from & ~below(at)) | (uint64_t)1 << at | (one & below(at));
    return true;
  }
  // A one that must be zero: the lowest free zero above it becomes one.
  uint64_t free = ~from & ~zero & mask & ~below(at) & ~((uint64_t)1 << at);
  if (!free) return false;
  uint32_t up = (uint32_t)__builtin_ctzll(free);
  *value = (from & ~below(up)) | (uint64_t)1 << up | (one & below(up));
  return true;
}

// The least allowed value >= from, the greatest <= from; false if there is none.
static bool bits_previous(uint64_t zero, uint64_t one, uint64_t from, uint64_t mask, uint64_t *value) {
  uint64_t v;
  if (!bits_next(one, zero, ~from & mask, mask, &v)) return false;
  *value = ~v & mask;
  return true;
}

// Bits at and above the highest one in which two numbers differ are not shared; this gives those that are.
static uint64_t shared_prefix(uint64_t a, uint64_t b) {
  uint64_t differ = a ^ b;
  if (!differ) return UINT64_MAX;
  uint32_t top = 63 - (uint32_t)__builtin_clzll(differ);
  return top == 63 ? 0 : ~below(top + 1);
}

bool dom_close(struct dom *d, uint32_t width) {
  uint64_t mask = word_mask(width), sign = (uint64_t)1 << (width - 1);
  if (d->zero & d->one || d->ulo > d->uhi || d->slo > d->shi) return false;
  // The half with the sign bit clear, then the one with it set, both as unsigned numbers.
  uint64_t lo[2] = {d->ulo, d->ulo > sign ? d->ulo : sign}, hi[2] = {d->uhi < sign ? d->uhi : sign - 1, d->uhi};
  bool some[2] = {d->shi >= 0, d->slo < 0};
  if (d->slo > 0 && lo[0] < (uint64_t)d->slo) lo[0] = (uint64_t)d->slo;
  if (d->shi >= 0 && hi[0] > (uint64_t)d->shi) hi[0] = (uint64_t)d->shi;
  if (d->slo < 0 && lo[1] < ((uint64_t)d->slo & mask)) lo[1] = (uint64_t)d->slo & mask;
  if (d->shi < 0 && hi[1] > ((uint64_t)d->shi & mask)) hi[1] = (uint64_t)d->shi & mask;
  uint64_t shared = mask;
  for (int h = 0; h < 2; h++) {
    some[h] = some[h] && lo[h] <= hi[h] && !((h ? d->zero : d->one) & sign);
    if (some[h] && d->zero | d->one)
      some[h] = bits_next(d->zero, d->one, lo[h], mask, &lo[h]) &&
                bits_previous(d->zero, d->one, hi[h], mask, &hi[h]) && lo[h] <= hi[h];
    if (some[h]) shared &= shared_prefix(lo[h], hi[h]);
  }
  if (!some[0] && !some[1]) return false;
  int first = some[0] ? 0 : 1, last = some[1] ? 1 : 0;
  if (some[0] && some[1]) shared &= ~(lo[0] ^ lo[1]);
  d->zero |= shared & ~lo[first];
  d->one |= shared & lo[first];
  d->ulo = lo[first];
  d->uhi = hi[last];
  d->slo = word_signed(lo[last], width);
  d->shi = word_signed(hi[first], width);
  return true;
}

bool dom_meet(struct dom *d, const struct dom *by, uint32_t width) {
  d->zero |= by->zero;
  d->one |= by->one;
  if (d->ulo < by->ulo) d->ulo = by->ulo;
  if (d->uhi > by->uhi) d->uhi = by->uhi;
  if (d->slo < by->slo) d->slo = by->slo;
  if (d->shi > by->shi) d->shi = by->shi;
  return dom_close(d, width);
}

bool dom_meet_unsigned(struct dom *d, uint64_t lo, uint64_t hi, uint32_t width) {
  if (lo <= d->ulo && d->uhi <= hi) return true;
  if (d->ulo < lo) d->ulo = lo;
  if (d->uhi > hi) d->uhi = hi;
  return dom_close(d, width);
}

bool dom_meet_signed(struct dom *d, int64_t lo, int64_t hi, uint32_t width) {
  if (lo <= d->slo && d->shi <= hi) return true;
  if (d->slo < lo) d->slo = lo;
  if (d->shi > hi) d->shi = hi;
  return dom_close(d, width);
}

bool dom_meet_bits(struct dom *d, uint64_t zero, uint64_t one, uint32_t width) {
  if (!(zero & ~d->zero) && !(one & ~d->one)) return true;
  d->zero |= zero;
  d->one |= one;
  return dom_close(d, width);
}

bool dom_remove(struct dom *d, uint64_t value, uint32_t width) {
  int64_t s = word_signed(value, width);
  if (dom_fixed(d)) return d->ulo != value;
  bool end = false;
  if (d->ulo == value) d->ulo++, end = true;
  if (d->uhi == value) d->uhi--, end = true;
  if (d->slo == s) d->slo++, end = true;
  if (d->shi == s) d->shi--, end = true;
  return !end || dom_close(d, width);
}

bool dom_meet_modulo(struct dom *d, wide lo, wide hi, uint32_t width) {
  if (lo >> width == hi >> width) {
    if (!dom_meet_unsigned(d, (uint64_t)lo & word_mask(width), (uint64_t)hi & word_mask(width), width)) return false;
  }
  wide half = (wide)1 << (width - 1);
  if ((lo + half) >> width != (hi + half) >> width) return true;
  return dom_meet_signed(d, word_signed((uint64_t)lo, width), word_signed((uint64_t)hi, width), width);
}

struct dom dom_join(const struct dom *a, const struct dom *b) {
  return (struct dom){a->zero & b->zero,
                      a->one & b->one,
                      a->ulo < b->ulo ? a->ulo : b->ulo,
                      a->uhi > b->uhi ? a->uhi : b->uhi,
                      a->slo < b->slo ? a->slo : b->slo,
                      a->shi > b->shi ? a->shi : b->shi};
}
