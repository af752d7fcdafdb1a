#include "CRawSamples.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/// A tile is added up in blocks: few enough samples that sums of 32 bits hold them, and unpacked a block fits the
/// processor's nearest cache.
#define BLOCK_ROWS 64
#define BLOCK_COLUMNS 128
/// Behind a row of unpacked samples: as many as there may be of a group before the first column (24), and what the last
/// vector writes (31), up to a whole number of cache lines.
#define BLOCK_MARGIN 64
/// The bytes of a block's row, in the packing that fills most: words.
#define LONGEST_ROW (2 * (BLOCK_COLUMNS + BLOCK_MARGIN))
/// A vector may read these behind the samples' bytes.
#define READ_AHEAD 64

/// Asks for the memory that the next tiles need: the processor does not guess it, because the rows of a tile are far apart.
/// Four lines ahead was the best of 2, 4 and 8. A prefetch of an address without memory does nothing.
#define PREFETCH(bytes) __builtin_prefetch((const void *)((uintptr_t)(bytes) + 256))

/// The samples that start and end on a byte, and the bytes that they fill.
struct crs_group {
  size_t samples, bytes;
};

INLINE struct crs_group crs_group_of(enum crs_packing packing) {
  switch (packing) {
  case CRS_BYTE: return (struct crs_group){1, 1};
  case CRS_WORD: return (struct crs_group){1, 2};
  case CRS_MIPI_10: return (struct crs_group){4, 5};
  case CRS_MIPI_12: return (struct crs_group){2, 3};
  case CRS_MIPI_14: return (struct crs_group){4, 7};
  case CRS_IPU3: return (struct crs_group){25, 32};
  }
  __builtin_unreachable();
}

INLINE size_t least(size_t first, size_t second) { return first < second ? first : second; }

#define VECTOR_BYTES 16
#define KERNEL(name) name##_plain
#include "kernel.h"
#undef KERNEL
#undef VECTOR_BYTES

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define VECTOR_BYTES 32
#define KERNEL(name) name##_avx2
#include "kernel.h"
#undef KERNEL
#undef VECTOR_BYTES
#pragma clang attribute pop

// From Ice Lake and Zen 4 on, which are also the first that do not slow down for vectors of 64 bytes.
#pragma clang attribute push( \
    __attribute__((target("arch=x86-64-v4,avx512vbmi,no-prefer-256-bit"))), apply_to = function)
#define VECTOR_BYTES 64
#define KERNEL(name) name##_avx512
#include "kernel.h"
#undef KERNEL
#undef VECTOR_BYTES
#pragma clang attribute pop

#endif

size_t crs_instruction_set_count(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vbmi")) return 3;
  if (__builtin_cpu_supports("x86-64-v3")) return 2;
#endif
  return 1;
}

void crs_read_tiles(
    size_t instruction_set, const struct crs_rows *rows, size_t row_count, size_t column, size_t column_count,
    size_t side, const struct crs_white *white, struct crs_tile *tiles) {
  switch (instruction_set) {
#if defined(__x86_64__)
  case 2: return read_tiles_avx512(rows, row_count, column, column_count, side, white, tiles);
  case 1: return read_tiles_avx2(rows, row_count, column, column_count, side, white, tiles);
#endif
  default: return read_tiles_plain(rows, row_count, column, column_count, side, white, tiles);
  }
}
