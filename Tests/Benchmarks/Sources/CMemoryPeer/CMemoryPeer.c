#include "CMemoryPeer.h"

#include <string.h>

#define READ(name, VECTOR_BYTES)                                                              \
  static uint64_t name(const char *bytes, size_t count) {                                     \
    typedef uint64_t vector __attribute__((vector_size(VECTOR_BYTES)));                       \
    vector sums[4] = {{0}};                                                                   \
    size_t at = 0;                                                                            \
    for (; at + sizeof sums <= count; at += sizeof sums)                                      \
      for (size_t index = 0; index < 4; index++) {                                            \
        vector loaded;                                                                        \
        memcpy(&loaded, bytes + at + index * sizeof loaded, sizeof loaded);                   \
        sums[index] ^= loaded;                                                                \
      }                                                                                       \
    vector all = sums[0] ^ sums[1] ^ sums[2] ^ sums[3];                                       \
    uint64_t sum = 0;                                                                         \
    for (size_t index = 0; index < VECTOR_BYTES / 8; index++) sum ^= all[index];              \
    for (; at < count; at++) sum ^= (uint8_t)bytes[at];                                       \
    return sum;                                                                               \
  }

READ(read_16, 16)

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
READ(read_32, 32)
#pragma clang attribute pop

uint64_t memory_read(const void *bytes, size_t count) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") ? read_32(bytes, count) : read_16(bytes, count);
}

#else

uint64_t memory_read(const void *bytes, size_t count) { return read_16(bytes, count); }

#endif
