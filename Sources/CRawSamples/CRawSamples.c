#include "CRawSamples.h"

#include <CInstructionSets.h>
#include <string.h>
#if CHOOSES_INSTRUCTIONS
#include <unistd.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/// The largest size of a block, in which tiles are summed. Sums of 32 bits hold a block, and an unpacked block fits the
/// processor's nearest cache.
#define BLOCK_ROWS 64
#define BLOCK_COLUMNS 128
_Static_assert(BLOCK_ROWS * BLOCK_COLUMNS / 4 < 1 << 16, "a channel's squares in a block must fit: see `add_rows`");
/// The room after a row of unpacked samples: for the samples of a group before the first column (at most 24) and for
/// the unused ones that the last vector writes (at most 31), rounded up to whole cache lines.
#define BLOCK_MARGIN 64
/// The largest number of bits of a packed sample: the squares of as many as a lane of 16 bits can add up fit 32 bits.
#define NARROW_BITS 14
_Static_assert(
    2 * (1ull << (16 - NARROW_BITS)) * ((1ull << NARROW_BITS) - 1) * ((1ull << NARROW_BITS) - 1) < 1ull << 32 &&
        (uint64_t)BLOCK_ROWS * ((1 << 8) - 1) < 1 << 16,
    "see `add_column`");
typedef uint16_t words_of_16_bytes __attribute__((vector_size(16)));
typedef uint32_t pairs_of_16_bytes __attribute__((vector_size(16)));
typedef uint16_t unpacked_row[BLOCK_COLUMNS + BLOCK_MARGIN];
/// The largest number of bytes in a block's row. Words need the most.
#define LONGEST_ROW (2 * (BLOCK_COLUMNS + BLOCK_MARGIN))
/// The number of bytes that a vector may read after the samples' bytes.
#define READ_AHEAD 64

/// How a tile is read: the number of rows in a block, and the distance, in samples, at which memory is prefetched.
struct crs_blocks {
  size_t rows, ahead;
};

/// The blocks of packed formats. Words use them too where the nearest cache holds such a block and the prefetched
/// memory. Large blocks have fewer ends, and an end takes as long as a dozen vectors.
static const struct crs_blocks crs_large_blocks = {BLOCK_ROWS, 512};
/// The blocks of words elsewhere. The processor predicts the reads of 16 rows side by side, and not of more.
static const struct crs_blocks crs_small_blocks = {16, 256};

/// The size of the nearest cache of Ice Lake and of Zen 5, in bytes. Other processors, such as Zen 4, have 32 KiB.
#define LARGE_CACHE (48 << 10)

/// Returns whether the nearest cache of the processor is a large one.
static int crs_has_large_cache(void) {
#if CHOOSES_INSTRUCTIONS
  // A virtual machine takes microseconds for this question.
  static _Atomic long size = 0;
  if (size == 0) {
    const long told = sysconf(_SC_LEVEL1_DCACHE_SIZE);
    size = told > 0 ? told : 1;
  }
  return size >= LARGE_CACHE;
#else
  return 0;
#endif
}

/// Prefetches memory. An address without memory is harmless.
#define PREFETCH(bytes, ahead) __builtin_prefetch((const void *)((uintptr_t)(bytes) + (ahead)))

/// The smallest number of samples that start and end on a byte, and the number of bytes that they fill.
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

/// The numbers of the samples in the lanes of a vector by parity.
static const uint16_t crs_lane_numbers[32] = {0,  2,  4,  6,  1,  3,  5,  7,  8,  10, 12, 14, 9,  11, 13, 15,
                                              16, 18, 20, 22, 17, 19, 21, 23, 24, 26, 28, 30, 25, 27, 29, 31};

INLINE size_t least(size_t first, size_t second) { return first < second ? first : second; }

/// Counts samples of 16 bits, without vectors: a processor with one store a cycle cannot count more than one sample a
/// cycle.
static void crs_count_words(const uint8_t *bytes, size_t count, uint32_t *restrict even, uint32_t *restrict odd) {
  size_t index = 0;
  for (; index + 4 <= count; index += 4) {
    uint64_t four;
    memcpy(&four, bytes + 2 * index, sizeof four);
    even[four & 0xffff]++;
    odd[four >> 16 & 0xffff]++;
    even[four >> 32 & 0xffff]++;
    odd[four >> 48]++;
  }
  for (; index < count; index++) {
    uint16_t one;
    memcpy(&one, bytes + 2 * index, sizeof one);
    (index % 2 ? odd : even)[one]++;
  }
}

/// Keeps the compiler from merging the moves that made a vector with later moves. After merging them, it would not
/// recognize that one instruction can add the squares of two neighbours.
#if defined(__x86_64__)
#define APART(vector) __asm__("" : "+x"(vector))
#elif defined(__aarch64__)
#define APART(vector) __asm__("" : "+w"(vector))
#else
#define APART(vector)
#endif

#define VECTOR_BYTES 16
#define KERNEL(name) name##_plain
#include "kernel.h"
#undef KERNEL
#undef VECTOR_BYTES

#if CHOOSES_INSTRUCTIONS

INSTRUCTIONS_AVX2
#define VECTOR_BYTES 32
#define KERNEL(name) name##_avx2
#include "kernel.h"
#undef KERNEL
#undef VECTOR_BYTES
INSTRUCTIONS_END

INSTRUCTIONS_AVX512
#define VECTOR_BYTES 64
#define KERNEL(name) name##_avx512
#include "kernel.h"
#undef KERNEL
#undef VECTOR_BYTES
INSTRUCTIONS_END

#endif

size_t crs_instruction_set_count(void) { return instruction_set_count(); }

void crs_read_tiles(
    size_t instruction_set, const struct crs_rows *rows, size_t row_count, size_t column, size_t column_count,
    size_t side, const struct crs_white *white, struct crs_tile *tiles) {
  CALL(read_tiles, rows, row_count, column, column_count, side, white, tiles)
}

void crs_unpack_row(
    size_t instruction_set, const struct crs_rows *rows, size_t column, size_t count, uint16_t *samples) {
  CALL(unpack_row, rows, column, count, samples)
}

void crs_count_row(
    size_t instruction_set, const struct crs_rows *rows, size_t column, size_t count, uint32_t *even, uint32_t *odd) {
  CALL(count_row, rows, column, count, even, odd)
}
