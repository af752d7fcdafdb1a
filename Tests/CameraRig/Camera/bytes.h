#ifndef BYTES_H
#define BYTES_H

#include <stdint.h>

// Numbers as they go over USB: the least byte first.

static inline uint32_t get_16(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }

static inline uint32_t get_32(const uint8_t *bytes) { return get_16(bytes) | get_16(bytes + 2) << 16; }

static inline void put_16(uint8_t *bytes, uint32_t value) {
  bytes[0] = (uint8_t)value;
  bytes[1] = (uint8_t)(value >> 8);
}

static inline void put_32(uint8_t *bytes, uint32_t value) {
  put_16(bytes, value);
  put_16(bytes + 2, value >> 16);
}

#endif
