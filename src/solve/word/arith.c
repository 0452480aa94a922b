// Multiplication, division and shifts on abstract values.
#include "solve/word/domain.h"
#include <assert.h>

static uint32_t known_run(const struct dom *d, uint32_t width) { // low bits that are all known
  uint64_t unknown = ~(d->zero | d->one) & word_mask(width);
  return unknown ? (uint32_t)__builtin_ctzll(unknown) : width;
}

static uint32_t zero_run(const struct dom *d, uint32_t width) { // low bits that are known zeros
  uint64_t other = ~d->zero & word_mask(width);
  return other ? (uint32_t)__builtin_ctzll(other) : width;
}

static uint64_t low_ones(uint32_t n) { return n ? word_mask(n) : 0; }

static uint64_t inverse(uint64_t odd) { // modulo 2^64; each step doubles the number of right bits
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  return x;
}

// --- multiplication -----------------------------------------------------------------------

static bool meet_product(struct dom *r, const struct dom *a, const struct dom *b, uint32_t w) {
  // a = 2^i a', b = 2^j b': the known low bits of a' b' move up by i + j.
  uint32_t i = zero_run(a, w), j = zero_run(b, w), m = known_run(a, w) + j, n = known_run(b, w) + i,
           run = m < n ? m : n;
  uint64_t low = low_ones(run < w ? run : w), value = a->one * b->one & low;
  if (!dom_meet_bits(r, low & ~value, value, w)) return false;
  if (!(a->uhi >> 32 && b->uhi >> 32) || (uwide)a->uhi * b->uhi <= (uwide)1 << 126)
    if (!dom_meet_modulo(r, (wide)((uwide)a->ulo * b->ulo), (wide)((uwide)a->uhi * b->uhi), w)) return false;
  wide corner[4] = {(wide)a->slo * b->slo, (wide)a->slo * b->shi, (wide)a->shi * b->slo, (wide)a->shi * b->shi},
       lo = corner[0], hi = corner[0];
  for (int k = 1; k < 4; k++) {
    if (corner[k] < lo) lo = corner[k];
    if (corner[k] > hi) hi = corner[k];
  }
  return dom_meet_modulo(r, lo, hi, w);
}

static wide divide_down(wide a, wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static wide divide_up(wide a, wide b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }

// a, given that a * factor is r.
static bool meet_quotient_const(struct dom *a, const struct dom *r, uint64_t factor, uint32_t w) {
  if (!factor) return true;
  uint32_t twos = (uint32_t)__builtin_ctzll(factor), left = w - twos;
  struct dom shifted = {r->zero >> twos, r->one >> twos, 0, 0, 0, 0};
  if (factor == (uint64_t)1 << twos) {
    if (!dom_meet_bits(a, shifted.zero & low_ones(left), shifted.one & low_ones(left), w)) return false;
  } else {
    uint64_t low = low_ones(known_run(&shifted, left)), value = shifted.one * inverse(factor >> twos) & low;
    if (!dom_meet_bits(a, low & ~value, value, w)) return false;
  }
  wide f = word_signed(factor, w), p = f * a->slo, q = f * a->shi, half = (wide)1 << (w - 1);
  if (p < -half || p >= half || q < -half || q >= half) return true;
  wide lo = f > 0 ? divide_up(r->slo, f) : divide_up(r->shi, f),
       hi = f > 0 ? divide_down(r->shi, f) : divide_down(r->slo, f);
  if (lo > hi) return false;
  if (lo < a->slo) lo = a->slo;
  if (hi > a->shi) hi = a->shi;
  return lo <= hi && dom_meet_signed(a, (int64_t)lo, (int64_t)hi, w);
}

static bool meet_quotient(struct dom *a, const struct dom *r, const struct dom *b, uint32_t w) {
  if (dom_fixed(b) && !meet_quotient_const(a, r, b->ulo, w)) return false;
  if ((uwide)a->uhi * b->uhi > word_mask(w)) return true;
  uint64_t lo = b->uhi ? r->ulo / b->uhi + (r->ulo % b->uhi != 0) : 0, hi = b->ulo ? r->uhi / b->ulo : UINT64_MAX;
  return lo <= hi && dom_meet_unsigned(a, lo, hi, w);
}

bool narrow_multiplication(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  return meet_product(r, a, b, w) && meet_quotient(a, r, b, w) && meet_quotient(b, r, a, w);
}

// --- unsigned division ------------------------------------------------------------------------

static bool narrow_udiv(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  uint64_t mask = word_mask(w);
  if (!b->uhi) return dom_meet_unsigned(r, mask, mask, w);
  if (!dom_meet_unsigned(r, a->ulo / b->uhi, b->ulo ? a->uhi / b->ulo : mask, w)) return false;
  if (r->uhi < mask && !dom_meet_unsigned(b, 1, mask, w)) return false;
  if (!b->ulo) return true; // the divisor may be zero: nothing follows for the dividend
  // r b <= a < (r + 1) b
  uwide least = (uwide)r->ulo * b->ulo, beyond = ((uwide)r->uhi + 1) * b->uhi;
  if (least > mask) return false;
  if (!dom_meet_unsigned(a, (uint64_t)least, beyond > mask ? mask : (uint64_t)beyond - 1, w)) return false;
  uwide step = (uwide)r->uhi + 1;
  return dom_meet_unsigned(b, (uint64_t)((uwide)a->ulo / step) + 1, r->ulo ? a->uhi / r->ulo : mask, w);
}

// The ends of a move to numbers whose remainder by the constant lies in r's interval.
static bool snap_to_remainder(struct dom *a, const struct dom *r, uint64_t divisor, uint32_t w) {
  uint64_t mask = word_mask(w), lo = a->ulo, hi = a->uhi, rest = lo % divisor, up = 0, down = 0;
  if (rest < r->ulo) up = r->ulo - rest;
  else if (rest > r->uhi) up = divisor - rest + r->ulo;
  rest = hi % divisor;
  if (rest > r->uhi) down = rest - r->uhi;
  else if (rest < r->ulo) down = rest + (divisor - r->uhi);
  if (up > mask - lo || down > hi) return false;
  return dom_meet_unsigned(a, lo + up, hi - down, w);
}

static bool narrow_urem(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  uint64_t mask = word_mask(w);
  if (a->uhi < b->ulo || !b->uhi) { // the remainder is the dividend
    if (!dom_meet(r, a, w)) return false;
    *a = *r;
    return true;
  }
  uint64_t most = a->uhi;
  if (b->ulo && b->uhi - 1 < most) most = b->uhi - 1;
  if (!dom_meet_unsigned(r, 0, most, w) || !dom_meet_unsigned(a, r->ulo, mask, w)) return false;
  if (!b->ulo) return true;
  if (r->ulo >= b->uhi) return false;
  if (!dom_meet_unsigned(b, r->ulo + 1, mask, w)) return false;
  if (!dom_fixed(b)) return true;
  uint64_t divisor = b->ulo, block = a->ulo / divisor;
  uint32_t twos = (uint32_t)__builtin_ctzll(divisor); // low bits are kept where the divisor has zeros
  uint64_t low = low_ones(twos);
  if (!dom_meet_bits(r, a->zero & low, a->one & low, w) || !dom_meet_bits(a, r->zero & low, r->one & low, w))
    return false;
  if (!snap_to_remainder(a, r, divisor, w)) return false;
  block = a->ulo / divisor;
  if (block != a->uhi / divisor) return true;
  return dom_meet_unsigned(r, a->ulo - block * divisor, a->uhi - block * divisor, w) &&
         dom_meet_unsigned(a, block * divisor + r->ulo, block * divisor + r->uhi, w);
}

// --- signed division ----------------------------------------------------------------------------

// The least and greatest quotient over the divisors lo … hi, all of one sign.
static void quotient_range(const struct dom *a, wide lo, wide hi, wide *least, wide *greatest) {
  if (lo > hi) return;
  wide corner[4] = {(wide)a->slo / lo, (wide)a->slo / hi, (wide)a->shi / lo, (wide)a->shi / hi};
  for (int k = 0; k < 4; k++) {
    if (corner[k] < *least) *least = corner[k];
    if (corner[k] > *greatest) *greatest = corner[k];
  }
}

static bool narrow_sdiv(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  wide half = (wide)1 << (w - 1), least = half, greatest = -half;
  bool zero = dom_has(b, 0, w);
  quotient_range(a, b->slo, b->shi < 0 ? b->shi : -1, &least, &greatest);
  quotient_range(a, b->slo > 0 ? b->slo : 1, b->shi, &least, &greatest);
  if (zero && a->slo < 0) { // dividing a negative number by zero gives 1, any other -1
    if (least > 1) least = 1;
    if (greatest < 1) greatest = 1;
  }
  if (zero && a->shi >= 0) {
    if (least > -1) least = -1;
    if (greatest < -1) greatest = -1;
  }
  if (greatest >= half) return true; // the one quotient that wraps
  if (!dom_meet_signed(r, (int64_t)least, (int64_t)greatest, w)) return false;
  if (!dom_fixed(b) || b->slo <= 0) return true;
  wide c = b->slo, lo = r->slo * c - (r->slo > 0 ? 0 : c - 1), hi = r->shi * c + (r->shi < 0 ? 0 : c - 1);
  if (lo < -half) lo = -half;
  if (hi >= half) hi = half - 1;
  return lo <= hi && dom_meet_signed(a, (int64_t)lo, (int64_t)hi, w);
}

static bool narrow_srem(uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  if (a->slo >= 0 && b->slo > 0) return narrow_urem(w, r, a, b);
  // The remainder has the dividend's sign (or is zero) and is not larger; it is smaller than the divisor unless that is
  // zero.
  wide low = b->slo < 0 ? -(wide)b->slo : b->slo, high = b->shi < 0 ? -(wide)b->shi : b->shi,
       size = low > high ? low : high;
  int64_t lo = a->slo < 0 ? a->slo : 0, hi = a->shi > 0 ? a->shi : 0;
  if (!dom_has(b, 0, w)) {
    if (hi > size - 1) hi = (int64_t)(size - 1);
    if (lo < -(size - 1)) lo = (int64_t)-(size - 1);
  }
  if (!dom_meet_signed(r, lo, hi, w)) return false;
  return dom_meet_signed(a,
                         r->shi < 0   ? INT64_MIN
                         : r->slo > 0 ? r->slo
                                      : INT64_MIN,
                         r->shi < 0 ? r->shi : INT64_MAX, w);
}

bool narrow_division(enum term_kind kind, uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  if (dom_fixed(a) && dom_fixed(b)) {
    struct word_op op = {.kind = kind, .width = w, .arg_width = w};
    uint64_t value = word_eval(&op, a->ulo, b->ulo, 0);
    return dom_meet_unsigned(r, value, value, w);
  }
  switch (kind) {
  case TERM_BV_UDIV: return narrow_udiv(w, r, a, b);
  case TERM_BV_UREM: return narrow_urem(w, r, a, b);
  case TERM_BV_SDIV: return narrow_sdiv(w, r, a, b);
  default: return narrow_srem(w, r, a, b);
  }
}

// --- shifts -------------------------------------------------------------------------------------

// r = a shifted by exactly n (the width stands for all larger amounts).
static bool narrow_shift_by(enum term_kind kind, uint32_t w, uint32_t n, struct dom *r, struct dom *a) {
  uint64_t mask = word_mask(w), low = low_ones(n), sign = (uint64_t)1 << (w - 1);
  if (n == w && kind != TERM_BV_ASHR) return dom_meet_unsigned(r, 0, 0, w);
  if (kind == TERM_BV_SHL) {
    if (!dom_meet_bits(r, (a->zero << n | low) & mask, a->one << n & mask, w)) return false;
    if (a->uhi <= mask >> n && !dom_meet_unsigned(r, a->ulo << n, a->uhi << n, w)) return false;
    if (!dom_meet_bits(a, r->zero >> n, r->one >> n, w)) return false;
    return a->uhi > mask >> n || dom_meet_unsigned(a, r->ulo >> n, r->uhi >> n, w);
  }
  if (kind == TERM_BV_LSHR) {
    if (!dom_meet_bits(r, a->zero >> n | (mask & ~(mask >> n)), a->one >> n, w)) return false;
    if (!dom_meet_unsigned(r, a->ulo >> n, a->uhi >> n, w)) return false;
    if (!dom_meet_bits(a, r->zero << n & mask, r->one << n & mask, w)) return false;
    return dom_meet_unsigned(a, r->ulo << n, r->uhi << n | low, w);
  }
  if (n == w) n = w - 1;
  uint64_t high = n ? mask & ~(mask >> n) : 0;
  uint64_t zero = a->zero >> n | (a->zero & sign ? high : 0), one = a->one >> n | (a->one & sign ? high : 0);
  if (!dom_meet_bits(r, zero, one, w) || !dom_meet_signed(r, a->slo >> n, a->shi >> n, w)) return false;
  zero = (r->zero << n & mask) | (r->zero & high ? sign : 0);
  one = (r->one << n & mask) | (r->one & high ? sign : 0);
  if (zero & one) return false;
  if (!dom_meet_bits(a, zero, one, w)) return false;
  return dom_meet_signed(a, (int64_t)((uint64_t)r->slo << n), (int64_t)((uint64_t)r->shi << n | low_ones(n)), w);
}

bool narrow_shift(enum term_kind kind, uint32_t w, struct dom *r, struct dom *a, struct dom *b) {
  struct dom all_r, all_a;
  uint32_t first = 0, last = 0, found = 0;
  for (uint64_t n = b->ulo < w ? b->ulo : w; n <= w && n <= b->uhi; n++) {
    if (n < w && !dom_has(b, n, w)) continue;
    struct dom nr = *r, na = *a;
    if (!narrow_shift_by(kind, w, (uint32_t)n, &nr, &na)) continue;
    all_r = found ? dom_join(&all_r, &nr) : nr;
    all_a = found ? dom_join(&all_a, &na) : na;
    if (!found++) first = (uint32_t)n;
    last = (uint32_t)n;
  }
  if (!found) return false;
  return dom_meet(r, &all_r, w) && dom_meet(a, &all_a, w) &&
         dom_meet_unsigned(b, first, last < w ? last : UINT64_MAX, w);
}
