#include "CPlanckian.h"

#include <CInstructionSets.h>
#include <string.h>

// A product that is added without rounding would change the last bits, and only on some processors.
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

/// The number of lights that go through the stages together. The numbers between two stages stay in the nearest cache.
#define BLOCK 32
/// The number of coefficients of a segment.
#define SEGMENT_SIZE 32

/// The distance, in blocks, at which memory is prefetched. An address without memory is harmless.
#define BLOCKS_AHEAD 16
#define PREFETCH(address, ahead, writes) __builtin_prefetch((const void *)((uintptr_t)(address) + (ahead)), writes)

/// Four numbers: the four functions at one parameter (tangent in u and v, distance along and across), or four
/// coefficients of one function.
typedef double four_doubles __attribute__((vector_size(32)));

#define KERNEL(name) name##_plain
#include "kernel.h"
#undef KERNEL

#if CHOOSES_INSTRUCTIONS

INSTRUCTIONS_AVX2
#define KERNEL(name) name##_avx2
#include "kernel.h"
#undef KERNEL
INSTRUCTIONS_END

INSTRUCTIONS_AVX512
#define KERNEL(name) name##_avx512
#include "kernel.h"
#undef KERNEL
INSTRUCTIONS_END

#endif

size_t cpl_instruction_set_count(void) { return instruction_set_count(); }

size_t cpl_nearest(
    size_t instruction_set, const struct cpl_locus *locus, size_t count, const double *x, const double *y,
    double *temperatures, double *duvs, uint8_t *failed) {
  CALL(nearest, locus, count, x, y, temperatures, duvs, failed)
}

size_t cpl_points(
    size_t instruction_set, const struct cpl_locus *locus, size_t count, const double *temperatures,
    const double *duvs, double *x, double *y, uint8_t *failed) {
  CALL(points, locus, count, temperatures, duvs, x, y, failed)
}
