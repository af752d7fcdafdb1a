#ifndef FORMATS_H
#define FORMATS_H

#include <stdint.h>

// What the camera can send. All formats are Bayer mosaics that begin with red, green.

struct format {
  /// The first four bytes of the format's GUID, by which the kernel's uvcvideo knows it.
  const char *guid;
  unsigned bits;
};

struct size {
  unsigned width, height;
};

/// V4L2's RGGB, RG16 and pRAA (four samples of 10 bits in five bytes).
static const struct format formats[] = {{"RGGB", 8}, {"RG16", 16}, {"RW10", 10}};
static const struct size sizes[] = {{320, 240}, {640, 480}};
/// Between two frames, in units of 100 ns, the shortest first.
static const uint32_t intervals[] = {333333, 666666, 2000000};

#define COUNT(array) (unsigned)(sizeof(array) / sizeof(array)[0])

/// What was negotiated: indices of the tables above.
struct mode {
  unsigned format, size, interval;
};

static inline uint32_t frame_bytes(struct mode mode) {
  return sizes[mode.size].width * sizes[mode.size].height * formats[mode.format].bits / 8;
}

#endif
