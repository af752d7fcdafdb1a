#include "CInstructionSets.h"

size_t instruction_set_count(void) {
#if CHOOSES_INSTRUCTIONS
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vbmi") &&
      __builtin_cpu_supports("avx512vnni")) return 3;
  if (__builtin_cpu_supports("x86-64-v3")) return 2;
#endif
  return 1;
}
