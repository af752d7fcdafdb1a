#ifndef C_INSTRUCTION_SETS_H
#define C_INSTRUCTION_SETS_H

#include <stddef.h>
// Defines __GLIBC__ where that is the C library. <stddef.h> is the compiler's own, and does not.
#if defined(__has_include)
#if __has_include(<features.h>)
#include <features.h>
#endif
#endif

// These macros compile loops for several instruction sets. At run time the best set that the processor has is chosen.
//
// A C module includes its `kernel.h` once for each set. `KERNEL(name)` becomes `name_plain`, `name_avx2` or
// `name_avx512`. The last two are compiled only where `CHOOSES_INSTRUCTIONS` is 1, between `INSTRUCTIONS_AVX2` or
// `INSTRUCTIONS_AVX512` and `INSTRUCTIONS_END`. `CALL` calls one of them.

// The compiler's run-time library tells which instructions the processor has. This has been tried with glibc only.
#if defined(__x86_64__) && defined(__GLIBC__)
#define CHOOSES_INSTRUCTIONS 1
#else
#define CHOOSES_INSTRUCTIONS 0
#endif

#define INSTRUCTIONS(sets) _Pragma(#sets)
#define INSTRUCTIONS_AVX2 \
  INSTRUCTIONS(clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function))
// Ice Lake and Zen 4 are the first processors that have all of these instructions. They are also the first that do
// not run slower with vectors of 64 bytes. The loops need avx512vnni for its instruction that multiplies and adds.
#define INSTRUCTIONS_AVX512                                                                                   \
  INSTRUCTIONS(clang attribute push(                                                                          \
      __attribute__((target("arch=x86-64-v4,avx512vbmi,avx512vnni,no-prefer-256-bit"))), apply_to = function))
#define INSTRUCTIONS_END INSTRUCTIONS(clang attribute pop)

/// Returns the number of these instruction sets that the processor has, 1 to 3. A processor that has a set also has
/// all sets before it.
size_t instruction_set_count(void);

/// Expands to the body of a function with the parameter `instruction_set`, from 0 to `instruction_set_count()` - 1.
/// The body calls the kernel of that instruction set.
#if CHOOSES_INSTRUCTIONS
#define CALL(function, ...)                      \
  switch (instruction_set) {                     \
  case 2: return function##_avx512(__VA_ARGS__); \
  case 1: return function##_avx2(__VA_ARGS__);   \
  default: return function##_plain(__VA_ARGS__); \
  }
#else
#define CALL(function, ...) \
  (void)instruction_set;    \
  return function##_plain(__VA_ARGS__);
#endif

#endif
