// libFuzzer's functions, and the coverage counters that the compiler puts into each module.
#ifndef C_FUZZER_H
#define C_FUZZER_H
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's main loop. Source: compiler-rt, FuzzerInterface.h and "Using libFuzzer as a library".
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

/// libFuzzer's own mutations, for a custom mutator. Returns the new size, at most `largest`.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t largest);

/// The number of places that are counted: edges of all modules built with -sanitize-coverage.
size_t fuzz_place_count(void);

/// How often the place was reached since `fuzz_reset`, modulo 256.
uint8_t fuzz_hits(size_t place);

/// The place's address, from the start of the executable, as its debug information has it.
uintptr_t fuzz_address(size_t place);

/// Whether the place was optimised away, or only ends the program because a precondition of the language failed, such
/// as an overflow. The second case is detected on x86-64 only.
int fuzz_is_trap(size_t place);

void fuzz_reset(void);

#endif
