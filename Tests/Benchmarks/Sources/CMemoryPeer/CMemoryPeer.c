#include "CMemoryPeer.h"

#include <string.h>

#define READ(name, VECTOR_BYTES)                                                   \
  uint64_t name(const void *bytes, size_t count) {                                 \
    typedef uint64_t vector __attribute__((vector_size(VECTOR_BYTES)));            \
    vector sums[4] = {{0}};                                                        \
    size_t at = 0;                                                                 \
    for (; at + sizeof sums <= count; at += sizeof sums)                           \
      for (int index = 0; index < 4; index++) {                                    \
        vector loaded;                                                             \
        memcpy(&loaded, (const char *)bytes + at + index * sizeof loaded, sizeof loaded); \
        sums[index] ^= loaded;                                                     \
      }                                                                            \
    uint64_t sum = 0;                                                              \
    vector all = sums[0] ^ sums[1] ^ sums[2] ^ sums[3];                            \
    for (size_t index = 0; index < VECTOR_BYTES / 8; index++) sum ^= all[index];   \
    for (; at < count; at++) sum ^= ((const uint8_t *)bytes)[at];                  \
    return sum;                                                                    \
  }

static READ(read_16, 16)
#if defined(__x86_64__)
__attribute__((target("avx2"))) static READ(read_32, 32)
__attribute__((target("avx512f,no-prefer-256-bit"))) static READ(read_64, 64)
#endif

uint64_t memory_read(const void *bytes, size_t count) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return read_64(bytes, count);
  if (__builtin_cpu_supports("avx2")) return read_32(bytes, count);
#endif
  return read_16(bytes, count);
}
