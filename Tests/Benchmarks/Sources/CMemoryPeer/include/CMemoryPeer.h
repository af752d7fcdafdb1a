#ifndef CMEMORYPEER_H
#define CMEMORYPEER_H

#include <stddef.h>
#include <stdint.h>

/// Reads every byte once, with the widest loads that the processor has, and does hardly anything with them: the limit.
uint64_t memory_read(const void *bytes, size_t count);

#endif
