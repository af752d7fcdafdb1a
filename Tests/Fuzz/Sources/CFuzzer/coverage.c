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

#if defined(__x86_64__)
// The functions by which the address sanitizer reports a wrong access. A file that the reader survives never reaches
// a block that calls one of them.
#define REPORT(name) extern void __asan_report_##name(void) __attribute__((weak));
#define REPORTS(each) \
  each(load1) each(load2) each(load4) each(load8) each(load16) each(load_n) each(store1) each(store2) each(store4) \
      each(store8) each(store16) each(store_n)
REPORTS(REPORT)
#define ADDRESS(name) __asan_report_##name,
static void (*const reports[])(void) = {REPORTS(ADDRESS)};

/// The largest number of bytes that put the address into its register before the call.
#define ARGUMENT_BYTES 12

__attribute__((no_sanitize("address"))) static int is_report(const unsigned char *code) {
  for (int at = 0; at <= ARGUMENT_BYTES; at++) {
    if (code[at] != 0xe8) continue;
    int32_t distance;
    __builtin_memcpy(&distance, code + at + 1, sizeof distance);
    const uintptr_t target = (uintptr_t)(code + at + 5) + (uintptr_t)(intptr_t)distance;
    for (size_t index = 0; index < sizeof reports / sizeof *reports; index++)
      if (reports[index] && target == (uintptr_t)reports[index]) return 1;
  }
  return 0;
}
#endif

// The address sanitizer knows nothing of code that is read.
__attribute__((no_sanitize("address"))) int fuzz_is_trap(size_t place) {
  // The optimiser has removed the block, and left 1 for its address.
  if (__start___sancov_pcs[place].address == 1) return 1;
#if defined(__x86_64__)
  const unsigned char *code = (const unsigned char *)__start___sancov_pcs[place].address;
  // The counter, `incb` or `addb $1`; the address sanitizer's report, or its call before an end; `ud2`.
  if (code[0] == 0xfe && code[1] == 0x05) {
    code += 6;
  } else if (code[0] == 0x80 && code[1] == 0x05) {
    code += 7;
  } else {
    return 0;
  }
  if (is_report(code)) return 1;
  if (code[0] == 0xe8) code += 5;
  return code[0] == 0x0f && code[1] == 0x0b;
#else
  (void)place;
  return 0;
#endif
}

void fuzz_reset(void) { memset(__start___sancov_cntrs, 0, fuzz_place_count()); }
