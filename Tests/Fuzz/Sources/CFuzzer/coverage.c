#include "CFuzzer.h"
#include <string.h>

// The sections of -sanitize-coverage=inline-8bit-counters,pc-table. Source: clang, SanitizerCoverage.
struct place {
  uintptr_t address, flags;
};
extern uint8_t __start___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
extern uint8_t __stop___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
extern const struct place __start___sancov_pcs[] __attribute__((weak, visibility("hidden")));
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

size_t fuzz_place_count(void) { return (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs); }

uint8_t fuzz_hits(size_t place) { return __start___sancov_cntrs[place]; }

uintptr_t fuzz_address(size_t place) { return __start___sancov_pcs[place].address - (uintptr_t)__ehdr_start; }

// The address sanitizer knows nothing of code that is read.
__attribute__((no_sanitize("address"))) int fuzz_is_trap(size_t place) {
  // The optimiser has removed the block, and left 1 for its address.
  if (__start___sancov_pcs[place].address == 1) return 1;
#if defined(__x86_64__)
  const unsigned char *code = (const unsigned char *)__start___sancov_pcs[place].address;
  // The counter, `incb` or `addb $1`; with the address sanitizer its call before an end; `ud2`.
  if (code[0] == 0xfe && code[1] == 0x05) {
    code += 6;
  } else if (code[0] == 0x80 && code[1] == 0x05) {
    code += 7;
  } else {
    return 0;
  }
  if (code[0] == 0xe8) code += 5;
  return code[0] == 0x0f && code[1] == 0x0b;
#else
  (void)place;
  return 0;
#endif
}

void fuzz_reset(void) { memset(__start___sancov_cntrs, 0, fuzz_place_count()); }
