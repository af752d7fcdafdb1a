#include "CPlanckian.h"

#include <string.h>

// A product that is added without rounding would change the last bits, and only on some processors.
#pragma STDC FP_CONTRACT OFF

// The compiler's run-time library tells which instructions the processor has. This has been tried with glibc only.
#if defined(__x86_64__) && defined(__GLIBC__)
#define CHOOSES_INSTRUCTIONS 1
#else
#define CHOOSES_INSTRUCTIONS 0
#endif

#define INLINE static inline __attribute__((always_inline))

/// The number of lights that go through the stages together. What is between two stages stays in the nearest cache.
#define BLOCK 64
/// The numbers of coefficients of a segment.
#define SEGMENT_SIZE 44
#define START_SIZE 12

/// The distance, in blocks, at which memory is prefetched. An address without memory is harmless.
#define BLOCKS_AHEAD 8
#define PREFETCH(address, ahead, writes) __builtin_prefetch((const void *)((uintptr_t)(address) + (ahead)), writes)

/// The functions of a frame at one place: tangent in u and v, along, across, turn, speed, and two without a meaning.
typedef double functions __attribute__((vector_size(64)));
/// The first four of them, or the coefficients of a cubic.
typedef double four_functions __attribute__((vector_size(32)));
typedef float cubic_coefficients __attribute__((vector_size(16)));

#define KERNEL(name) name##_plain
#include "kernel.h"
#undef KERNEL

#if CHOOSES_INSTRUCTIONS

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
#define KERNEL(name) name##_avx2
#include "kernel.h"
#undef KERNEL
#pragma clang attribute pop

// The same processors as those of `CRawSamples`: the first that do not slow down for vectors of 64 bytes.
#pragma clang attribute push( \
    __attribute__((target("arch=x86-64-v4,avx512vbmi,no-prefer-256-bit"))), apply_to = function)
#define KERNEL(name) name##_avx512
#include "kernel.h"
#undef KERNEL
#pragma clang attribute pop

#endif

size_t cpl_instruction_set_count(void) {
#if CHOOSES_INSTRUCTIONS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vbmi")) return 3;
  if (__builtin_cpu_supports("x86-64-v3")) return 2;
#endif
  return 1;
}

#if CHOOSES_INSTRUCTIONS
#define CALL(function, ...)                                \
  switch (instruction_set) {                               \
  case 2: return function##_avx512(__VA_ARGS__);           \
  case 1: return function##_avx2(__VA_ARGS__);             \
  default: return function##_plain(__VA_ARGS__);           \
  }
#else
#define CALL(function, ...) \
  (void)instruction_set;    \
  return function##_plain(__VA_ARGS__);
#endif

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
