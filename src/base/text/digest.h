// Digests of files: SHA-256 (FIPS 180-4), as hexadecimal digits.
#ifndef CLEW_BASE_TEXT_DIGEST_H
#define CLEW_BASE_TEXT_DIGEST_H
#include <stddef.h>

enum { DIGEST_DIGITS = 64 };
void digest_sha256(const void *bytes, size_t size, char out[DIGEST_DIGITS + 1]);

#endif
