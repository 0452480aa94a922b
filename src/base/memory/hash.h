// Mixing functions for hash tables. Deterministic across runs and machines.
#ifndef CLEW_BASE_MEMORY_HASH_H
#define CLEW_BASE_MEMORY_HASH_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_u64(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  return x;
}

static inline uint64_t hash_mix(uint64_t seed, uint64_t x) { return (seed ^ x) * 0x9e3779b97f4a7c15u ^ (seed >> 29); }

static inline uint64_t hash_bytes(const void *data, size_t length) {
  const unsigned char *p = data;
  uint64_t h = 0xcbf29ce484222325u ^ length;
  for (size_t i = 0; i < length; i++) h = (h ^ p[i]) * 0x100000001b3u;
  return hash_u64(h);
}

static inline uint64_t hash_string(const char *text) { return hash_bytes(text, strlen(text)); }

#endif
