// The loops for vectors of VECTOR_BYTES. This file is included once for each instruction set, which KERNEL(name) adds
// to the names.
//
// The vectors are the compiler's own (`vector_size`). Without intrinsics the same text serves SSE2, AVX2, AVX-512 and
// NEON.

#define LANES (VECTOR_BYTES / 2)
#define words KERNEL(words)
#define pairs KERNEL(pairs)
#define quads KERNEL(quads)
#define octets KERNEL(octets)

typedef uint16_t words __attribute__((vector_size(VECTOR_BYTES)));
/// Two samples in each lane, with the even column's in the low half.
typedef uint32_t pairs __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t quads __attribute__((vector_size(VECTOR_BYTES)));
typedef uint8_t octets __attribute__((vector_size(VECTOR_BYTES)));

// MARK: - Unpacking

// In every packed format 8 samples fill a whole number of bytes, at most 14. Where the processor can move bytes across
// a vector of 64 bytes, one load fetches all of them. Elsewhere cheap moves stay within 16 bytes, so each 16 bytes of a
// vector are loaded from the start of their own 8 samples.
#if VECTOR_BYTES == 64
#define PLACES(PLACE, BYTES) PLACE(0), PLACE(BYTES), PLACE(2 * BYTES), PLACE(3 * BYTES)
#elif VECTOR_BYTES == 32
#define PLACES(PLACE, BYTES) PLACE(0), PLACE(16)
#else
#define PLACES(PLACE, BYTES) PLACE(0)
#endif
#define MOVED(loaded, PLACE, BYTES) (words) __builtin_shufflevector(loaded, loaded, PLACES(PLACE, BYTES))

INLINE octets KERNEL(load)(const uint8_t *bytes, size_t bytes_of_8) {
  octets loaded;
#if VECTOR_BYTES == 64
  (void)bytes_of_8;
  memcpy(&loaded, bytes, sizeof loaded);
#else
  for (size_t part = 0; part < VECTOR_BYTES / 16; part++)
    memcpy((uint8_t *)&loaded + 16 * part, bytes + bytes_of_8 * part, 16);
#endif
  return loaded;
}

// Few processors can shift each lane by its own number of bits, so a multiplication does it.

/// A vector that repeats the four factors.
#define BY_TURNS(first, second, third, fourth) \
  (words)((quads){0} + ((uint64_t)(first) | (uint64_t)(second) << 16 | (uint64_t)(third) << 32 | \
                        (uint64_t)(fourth) << 48))

/// Unpacks LANES samples of 10 bits. Four bytes hold the high bits, and one holds the low bits of all four.
INLINE words KERNEL(mipi_10)(const uint8_t *bytes) {
#define PLACE(b) \
  b + 4, b, b + 4, b + 1, b + 4, b + 2, b + 4, b + 3, b + 9, b + 5, b + 9, b + 6, b + 9, b + 7, b + 9, b + 8
  words both = MOVED(KERNEL(load)(bytes, 10), PLACE, 10);
#undef PLACE
  return ((both & 0xff00) | (both * BY_TURNS(64, 16, 4, 1) & 0xff)) >> 6;
}

/// Unpacks LANES samples of 12 bits. Two bytes hold the high bits, and one holds the low bits of both.
INLINE words KERNEL(mipi_12)(const uint8_t *bytes) {
#define PLACE(b) \
  b + 2, b, b + 2, b + 1, b + 5, b + 3, b + 5, b + 4, b + 8, b + 6, b + 8, b + 7, b + 11, b + 9, b + 11, b + 10
  words both = MOVED(KERNEL(load)(bytes, 12), PLACE, 12);
#undef PLACE
  return ((both & 0xff00) | (both * BY_TURNS(16, 1, 16, 1) & 0xff)) >> 4;
}

/// Unpacks LANES samples of 14 bits. Four bytes hold the high bits, and three hold the low bits of all four.
INLINE words KERNEL(mipi_14)(const uint8_t *bytes) {
  octets loaded = KERNEL(load)(bytes, 14);
#define PLACE(b) b, b, b, b + 1, b, b + 2, b, b + 3, b, b + 7, b, b + 8, b, b + 9, b, b + 10
  words high = MOVED(loaded, PLACE, 14);
#undef PLACE
#define PLACE(b) \
  b + 4, b + 5, b + 4, b + 5, b + 5, b + 6, b + 5, b + 6, b + 11, b + 12, b + 11, b + 12, b + 12, b + 13, b + 12, b + 13
  words low = MOVED(loaded, PLACE, 14);
#undef PLACE
  return ((high & 0xff00) >> 2) | (low * BY_TURNS(1024, 16, 64, 1) >> 10);
}

/// Unpacks LANES samples from a bit string of 10 bits a sample.
INLINE words KERNEL(ipu3)(const uint8_t *bytes) {
#define PLACE(b) \
  b, b + 1, b + 1, b + 2, b + 2, b + 3, b + 3, b + 4, b + 5, b + 6, b + 6, b + 7, b + 7, b + 8, b + 8, b + 9
  words both = MOVED(KERNEL(load)(bytes, 10), PLACE, 10);
#undef PLACE
  return both * BY_TURNS(64, 16, 4, 1) >> 6;
}

INLINE words KERNEL(byte)(const uint8_t *bytes) {
  uint8_t loaded __attribute__((vector_size(LANES)));
  memcpy(&loaded, bytes, sizeof loaded);
  return __builtin_convertvector(loaded, words);
}

INLINE words KERNEL(word)(const uint8_t *bytes) {
  words loaded;
  memcpy(&loaded, bytes, sizeof loaded);
  return loaded;
}

/// Reads unpacked samples of at most NARROW_BITS bits. The mask tells the compiler so.
INLINE words KERNEL(narrow_word)(const uint8_t *bytes) {
  return KERNEL(word)(bytes) & ((1 << NARROW_BITS) - 1);
}

/// Writes the samples of `runs` runs of each row to `samples`, and up to LANES - 1 unused ones after them. A run starts
/// on a byte, and 8 of its samples fill `bytes_of_8` bytes. Up to READ_AHEAD bytes after the `length` of a row are read
/// and not used, but none from `end` on.
INLINE void KERNEL(unpack_runs)(
    const uint8_t *bytes, const uint8_t *end, size_t stride, size_t row_count, size_t length, size_t runs,
    size_t run_samples, size_t run_bytes, size_t bytes_of_8, words unpack(const uint8_t *), size_t ahead,
    unpacked_row *samples) {
  for (size_t row = 0; row < row_count; row++, bytes += stride) {
    uint8_t copy[LONGEST_ROW + READ_AHEAD];
    const uint8_t *from = bytes;
    if ((size_t)(end - bytes) < length + READ_AHEAD) from = memcpy(copy, bytes, length);
    uint16_t *to = samples[row];
    for (size_t run = 0; run < runs; run++, from += run_bytes, to += run_samples)
      for (size_t first = 0; first < run_samples; first += LANES) {
        const uint8_t *source = from + first / 8 * bytes_of_8;
        PREFETCH(source, ahead);
        words unpacked = unpack(source);
        memcpy(to + first, &unpacked, sizeof unpacked);
      }
  }
}

/// Writes `count` samples of each row, from `column` on, to `samples`. The samples that precede `column` in its group
/// come first; their number is returned.
INLINE size_t KERNEL(unpack_rows)(
    const struct crs_rows *rows, size_t row, size_t row_count, size_t column, size_t count, size_t ahead,
    unpacked_row *samples) {
  const struct crs_group group = crs_group_of(rows->packing);
  const size_t before = column % group.samples, groups = (before + count + group.samples - 1) / group.samples;
  const uint8_t *bytes = rows->start + row * rows->bytes_per_row + column / group.samples * group.bytes;
#define UNPACK(RUNS, RUN_SAMPLES, BYTES_OF_8, NAME)                                                                  \
  KERNEL(unpack_runs)(                                                                                               \
      bytes, rows->end, rows->bytes_per_row, row_count, groups * group.bytes, RUNS, RUN_SAMPLES, group.bytes,        \
      BYTES_OF_8, KERNEL(NAME), ahead, samples)
  switch (rows->packing) {
  case CRS_BYTE: UNPACK(1, before + count, 8, byte); break;
  case CRS_WORD: UNPACK(1, before + count, 16, word); break;
  case CRS_MIPI_10: UNPACK(1, before + count, 10, mipi_10); break;
  case CRS_MIPI_12: UNPACK(1, before + count, 12, mipi_12); break;
  case CRS_MIPI_14: UNPACK(1, before + count, 14, mipi_14); break;
  case CRS_IPU3: UNPACK(groups, 25, 10, ipu3); break;
  }
#undef UNPACK
  return before;
}

// MARK: - Moments

/// Returns all ones in the lanes from `count` on, and zeros before.
INLINE words KERNEL(lanes_from)(size_t count) {
  words numbers;
  memcpy(&numbers, crs_lane_numbers, sizeof numbers);
  return (words)(numbers >= (words){0} + (uint16_t)least(count, LANES));
}

/// Sums of each lane over many vectors of samples.
struct KERNEL(lanes) {
  // The sums over the even columns, and over the odd ones. `square` is modulo 2^32, and `high` sums the upper halves of
  // what was added to it.
  pairs sum[2], square[2], high[2];
  words minimum, maximum;
};

INLINE void KERNEL(add_extremes)(struct KERNEL(lanes) *to, words samples, words unused) {
  to->minimum = __builtin_elementwise_min(to->minimum, samples | unused);
  to->maximum = __builtin_elementwise_max(to->maximum, samples);
}

/// Adds `samples` to the sums. Lanes that hold no sample are 0 in `samples` and all ones in `unused`.
INLINE void KERNEL(add)(struct KERNEL(lanes) *to, words samples, words unused) {
  KERNEL(add_extremes)(to, samples, unused);
  pairs columns[2] = {(pairs)samples & 0xffff, (pairs)samples >> 16};
  for (int parity = 0; parity < 2; parity++) {
    pairs square = columns[parity] * columns[parity];
    to->sum[parity] += columns[parity];
    to->square[parity] += square;
    to->high[parity] += square >> 16;
  }
}

/// Adds a column of vectors to the sums. Where samples are `narrow`, the squares of some rows are added up first: a product
/// of 16 bits and its sum are one instruction then, and no upper half of each is needed.
INLINE void KERNEL(add_column)(
    struct KERNEL(lanes) *to, const uint8_t *from, size_t stride, size_t row_count, words unused,
    words unpack(const uint8_t *), int narrow, size_t ahead) {
  for (size_t first = 0; first < row_count; first += NARROW_ROWS) {
    const size_t rows = least(NARROW_ROWS, row_count - first);
    pairs square[2] = {{0}, {0}};
    for (size_t row = 0; row < rows; row++, from += stride) {
      PREFETCH(from, ahead);
      words samples = unpack(from) & ~unused;
      if (!narrow) {
        KERNEL(add)(to, samples, unused);
        continue;
      }
      KERNEL(add_extremes)(to, samples, unused);
      pairs columns[2] = {(pairs)samples & 0xffff, (pairs)samples >> 16};
      for (int parity = 0; parity < 2; parity++) {
        to->sum[parity] += columns[parity];
        square[parity] += columns[parity] * columns[parity];
      }
    }
    for (int parity = 0; narrow && parity < 2; parity++) {
      to->square[parity] += square[parity];
      to->high[parity] += square[parity] >> 16;
    }
  }
}

/// Counts the samples at or above the white level. This second pass over a block is made only where the block has such
/// samples, and finds it in the cache.
INLINE void KERNEL(add_clipped)(
    const uint8_t *bytes, size_t stride, size_t row_count, size_t column_count, const uint16_t white[2],
    size_t bytes_of_8, words unpack(const uint8_t *), struct crs_moments total[2]) {
  const words level = (words)((pairs){0} + ((uint32_t)white[1] << 16 | white[0]));
  words count = {0};
  for (size_t column = 0; column < column_count; column += LANES) {
    const words unused = KERNEL(lanes_from)(column_count - column);
    const uint8_t *from = bytes + column / 8 * bytes_of_8;
    for (size_t row = 0; row < row_count; row++, from += stride)
      count -= (words)(unpack(from) >= level) & ~unused;
  }
  total[0].clipped += __builtin_reduce_add((pairs)count & 0xffff);
  total[1].clipped += __builtin_reduce_add((pairs)count >> 16);
}

/// Adds samples to the sums of the even and of the odd columns. There are at most BLOCK_ROWS / 2 rows of BLOCK_COLUMNS
/// samples, `stride` bytes apart, of which 8 fill `bytes_of_8` bytes. Whole vectors are read.
INLINE void KERNEL(add_rows)(
    const uint8_t *bytes, size_t stride, size_t row_count, size_t column_count, const uint16_t white[2],
    size_t bytes_of_8, words unpack(const uint8_t *), int narrow, size_t ahead, struct crs_moments total[2]) {
  struct KERNEL(lanes) lanes = {.minimum = (words){0} - 1};
  const words none = {0};
  size_t whole = column_count / LANES * LANES;
  for (size_t column = 0; column < whole; column += LANES)
    KERNEL(add_column)(&lanes, bytes + column / 8 * bytes_of_8, stride, row_count, none, unpack, narrow, ahead);
  if (whole < column_count)
    KERNEL(add_column)(
        &lanes, bytes + whole / 8 * bytes_of_8, stride, row_count, KERNEL(lanes_from)(column_count - whole), unpack,
        narrow, ahead);
  const pairs minima[2] = {(pairs)lanes.minimum & 0xffff, (pairs)lanes.minimum >> 16};
  const pairs maxima[2] = {(pairs)lanes.maximum & 0xffff, (pairs)lanes.maximum >> 16};
  int is_clipped = 0;
  for (int parity = 0; parity < 2; parity++) {
    struct crs_moments *moments = &total[parity];
    uint16_t minimum = (uint16_t)__builtin_reduce_min(minima[parity]);
    uint16_t maximum = (uint16_t)__builtin_reduce_max(maxima[parity]);
    moments->minimum = minimum < moments->minimum ? minimum : moments->minimum;
    moments->maximum = maximum > moments->maximum ? maximum : moments->maximum;
    moments->sum += __builtin_reduce_add(lanes.sum[parity]);
    // The sum of the squares exceeds 2^16 times the sum of their upper halves by less than 2^32, because a block has
    // less than 2^16 samples of a channel. So the lower 32 bits of the sum are enough to restore it.
    uint64_t high = (uint64_t)__builtin_reduce_add(lanes.high[parity]) << 16;
    moments->sum_of_squares += high + (uint32_t)(__builtin_reduce_add(lanes.square[parity]) - (uint32_t)high);
    is_clipped |= maximum >= white[parity];
  }
  if (__builtin_expect(is_clipped, 0))
    KERNEL(add_clipped)(bytes, stride, row_count, column_count, white, bytes_of_8, unpack, total);
}

// MARK: - Tiles

/// Adds a block of at most BLOCK_ROWS x BLOCK_COLUMNS samples to a tile.
INLINE void KERNEL(add_block)(
    const struct crs_rows *rows, size_t row, size_t row_count, size_t column, size_t column_count,
    const struct crs_white *white, size_t ahead, struct crs_tile *tile) {
  const struct crs_group group = crs_group_of(rows->packing);
  const uint8_t *from = rows->start + row * rows->bytes_per_row + column / group.samples * group.bytes;
  const size_t stride = rows->bytes_per_row;
  // Samples are read in place where they start on a byte, unless the last vector would reach beyond the memory's end.
  const uint8_t *last = from + (row_count - 1) * stride + column_count * group.bytes / group.samples;
  const int in_place = column % group.samples == 0 && last < rows->end && (size_t)(rows->end - last) >= READ_AHEAD;
#define ADD(FROM, STRIDE, BYTES_OF_8, NAME, NARROW, AHEAD)                                                             \
  for (size_t parity = 0; parity < 2; parity++)                                                                        \
    KERNEL(add_rows)(                                                                                                  \
        FROM + parity * (STRIDE), 2 * (STRIDE), (row_count + 1 - parity) / 2, column_count, white->channels[parity],   \
        BYTES_OF_8, KERNEL(NAME), NARROW, AHEAD, tile->channels[parity])
  if (in_place) {
    switch (rows->packing) {
    case CRS_BYTE: ADD(from, stride, 8, byte, 1, ahead); return;
    case CRS_WORD: ADD(from, stride, 16, word, 0, ahead); return;
    case CRS_MIPI_10: ADD(from, stride, 10, mipi_10, 1, ahead); return;
    case CRS_MIPI_12: ADD(from, stride, 12, mipi_12, 1, ahead); return;
    case CRS_MIPI_14: ADD(from, stride, 14, mipi_14, 1, ahead); return;
    case CRS_IPU3: break;
    }
  }
  _Alignas(64) unpacked_row unpacked[BLOCK_ROWS];
  size_t before = KERNEL(unpack_rows)(rows, row, row_count, column, column_count, ahead, unpacked);
  from = (const uint8_t *)(unpacked[0] + before);
  if (rows->packing == CRS_WORD) {
    ADD(from, sizeof unpacked[0], 16, word, 0, 0);
  } else {
    ADD(from, sizeof unpacked[0], 16, narrow_word, 1, 0);
  }
#undef ADD
}

static void KERNEL(read_tiles)(
    const struct crs_rows *rows, size_t row_count, size_t column, size_t column_count, size_t side,
    const struct crs_white *white, struct crs_tile *tiles) {
  size_t tile_count = (column_count - 1) / side + 1;
  for (size_t index = 0; index < tile_count; index++) {
    tiles[index] = (struct crs_tile){0};
    for (size_t parity = 0; parity < 4; parity++) tiles[index].channels[parity / 2][parity % 2].minimum = UINT16_MAX;
  }
  const struct crs_group group = crs_group_of(rows->packing);
  size_t length = column_count * group.bytes / group.samples;
  for (size_t row = 0; row < row_count; row += BLOCK_ROWS) {
    size_t block_rows = least(BLOCK_ROWS, row_count - row);
    for (size_t index = 0; index < tile_count; index++) {
      size_t start = index * side, width = least(side, column_count - start);
      for (size_t first = 0; first < width; first += BLOCK_COLUMNS) {
        // After the end of these rows the start of the next ones is read.
        size_t ahead = SAMPLES_AHEAD * group.bytes / group.samples;
        if (start + first + SAMPLES_AHEAD >= column_count) ahead += block_rows * rows->bytes_per_row - length;
        KERNEL(add_block)(
            rows, row, block_rows, column + start + first, least(BLOCK_COLUMNS, width - first), white, ahead,
            &tiles[index]);
      }
    }
  }
}

// MARK: - Single rows

static void KERNEL(unpack_row)(const struct crs_rows *rows, size_t column, size_t count, uint16_t *samples) {
  _Alignas(64) unpacked_row unpacked;
  for (size_t first = 0; first < count; first += BLOCK_COLUMNS) {
    size_t columns = least(BLOCK_COLUMNS, count - first);
    size_t before = KERNEL(unpack_rows)(rows, 0, 1, column + first, columns, 0, &unpacked);
    memcpy(samples + first, unpacked + before, columns * sizeof *samples);
  }
}

static void KERNEL(count_row)(
    const struct crs_rows *rows, size_t column, size_t count, uint32_t *even, uint32_t *odd) {
  if (rows->packing == CRS_WORD) return crs_count_words(rows->start + 2 * column, count, even, odd);
  _Alignas(64) unpacked_row unpacked;
  for (size_t first = 0; first < count; first += BLOCK_COLUMNS) {
    size_t columns = least(BLOCK_COLUMNS, count - first);
    size_t before = KERNEL(unpack_rows)(rows, 0, 1, column + first, columns, 0, &unpacked);
    crs_count_words((const uint8_t *)(unpacked + before), columns, even, odd);
  }
}

#undef LANES
#undef PLACES
#undef MOVED
#undef words
#undef pairs
#undef quads
#undef octets
#undef BY_TURNS
