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
#define halves KERNEL(halves)
#define integers KERNEL(integers)

typedef uint16_t words __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t pairs __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t quads __attribute__((vector_size(VECTOR_BYTES)));
typedef uint8_t octets __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t halves __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef int32_t integers __attribute__((vector_size(VECTOR_BYTES)));

// Samples that are summed stand by parity: of each 8 the four of the even columns come first, then the four of the odd
// ones. Two neighbours in a vector are then of one channel, and one instruction adds both of their squares.

#if VECTOR_BYTES == 64
#define PLACES(ORDER, SAMPLE, BYTES) \
  ORDER(SAMPLE, 0), ORDER(SAMPLE, BYTES), ORDER(SAMPLE, 2 * BYTES), ORDER(SAMPLE, 3 * BYTES)
#define BYTE_PLACES(ORDER) ORDER(BYTE, 0), ORDER(BYTE, 8), ORDER(BYTE, 16), ORDER(BYTE, 24)
#define REPEATED(even, odd) even, odd, even, odd, even, odd, even, odd
#define EVEN_LANES 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD_LANES 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#elif VECTOR_BYTES == 32
#define PLACES(ORDER, SAMPLE, BYTES) ORDER(SAMPLE, 0), ORDER(SAMPLE, 16)
#define BYTE_PLACES(ORDER) ORDER(BYTE, 0), ORDER(BYTE, 8)
#define REPEATED(even, odd) even, odd, even, odd
#define EVEN_LANES 0, 2, 4, 6, 8, 10, 12, 14
#define ODD_LANES 1, 3, 5, 7, 9, 11, 13, 15
#else
#define PLACES(ORDER, SAMPLE, BYTES) ORDER(SAMPLE, 0)
#define BYTE_PLACES(ORDER) ORDER(BYTE, 0)
#define REPEATED(even, odd) even, odd
#define EVEN_LANES 0, 2, 4, 6
#define ODD_LANES 1, 3, 5, 7
#endif
#define IN_ORDER(SAMPLE, b) \
  SAMPLE(b, 0), SAMPLE(b, 1), SAMPLE(b, 2), SAMPLE(b, 3), SAMPLE(b, 4), SAMPLE(b, 5), SAMPLE(b, 6), SAMPLE(b, 7)
#define BY_PARITY(SAMPLE, b) \
  SAMPLE(b, 0), SAMPLE(b, 2), SAMPLE(b, 4), SAMPLE(b, 6), SAMPLE(b, 1), SAMPLE(b, 3), SAMPLE(b, 5), SAMPLE(b, 7)

// MARK: - Unpacking

// In every packed format 8 samples fill a whole number of bytes, at most 14. Where the processor can move bytes across
// a vector of 64 bytes, one load fetches all of them. Elsewhere cheap moves stay within 16 bytes, so each 16 bytes of a
// vector are loaded from the start of their own 8 samples.

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

/// Moves to each lane the two bytes that SAMPLE(b, n) names for sample n of 8, whose first byte is b. Each unpacking
/// function has a parameter `by_parity`, a constant where it is called.
#define MOVED(loaded, SAMPLE, BYTES)                                                                 \
  (by_parity ? (words)__builtin_shufflevector(loaded, (octets){0}, PLACES(BY_PARITY, SAMPLE, BYTES)) \
             : (words)__builtin_shufflevector(loaded, (octets){0}, PLACES(IN_ORDER, SAMPLE, BYTES)))

// Few processors can shift each lane by its own number of bits, so a multiplication does it.

/// Four factors in one lane of `quads`.
#define FOUR(first, second, third, fourth) \
  ((uint64_t)(first) | (uint64_t)(second) << 16 | (uint64_t)(third) << 32 | (uint64_t)(fourth) << 48)
/// A vector that repeats the four factors of samples in order.
#define BY_TURNS(first, second, third, fourth)                                                             \
  (by_parity ? (words)(quads){REPEATED(FOUR(first, third, first, third), FOUR(second, fourth, second, fourth))} \
             : (words)((quads){0} + FOUR(first, second, third, fourth)))

/// Returns the low bytes of one vector's lanes, and the high bytes of another's.
INLINE words KERNEL(low_and_high)(words low, words high) {
#define SAMPLE(b, n) b + 2 * n, VECTOR_BYTES + b + 2 * n + 1
  return (words)__builtin_shufflevector((octets)low, (octets)high, PLACES(IN_ORDER, SAMPLE, 16));
#undef SAMPLE
}

/// Unpacks LANES samples of 10 bits. Four bytes hold the high bits, and one holds the low bits of all four.
INLINE words KERNEL(mipi_10)(const uint8_t *bytes, int by_parity) {
#define SAMPLE(b, n) b + n / 4 * 5 + 4, b + n / 4 * 5 + n % 4
  words both = MOVED(KERNEL(load)(bytes, 10), SAMPLE, 10);
#undef SAMPLE
  return KERNEL(low_and_high)(both * BY_TURNS(64, 16, 4, 1), both) >> 6;
}

/// Unpacks LANES samples of 12 bits. Two bytes hold the high bits, and one holds the low bits of both.
INLINE words KERNEL(mipi_12)(const uint8_t *bytes, int by_parity) {
#define SAMPLE(b, n) b + n / 2 * 3 + 2, b + n / 2 * 3 + n % 2
  words both = MOVED(KERNEL(load)(bytes, 12), SAMPLE, 12);
#undef SAMPLE
  return KERNEL(low_and_high)(both * BY_TURNS(16, 1, 16, 1), both) >> 4;
}

/// Unpacks LANES samples of 14 bits. Four bytes hold the high bits, and three hold the low bits of all four.
INLINE words KERNEL(mipi_14)(const uint8_t *bytes, int by_parity) {
  octets loaded = KERNEL(load)(bytes, 14);
  // A place behind the first vector is a zero.
#define SAMPLE(b, n) VECTOR_BYTES, b + n / 4 * 7 + n % 4
  words high = MOVED(loaded, SAMPLE, 14);
#undef SAMPLE
#define SAMPLE(b, n) b + n / 4 * 7 + n % 4 / 2 + 4, b + n / 4 * 7 + n % 4 / 2 + 5
  words low = MOVED(loaded, SAMPLE, 14);
#undef SAMPLE
  return (high >> 2) | (low * BY_TURNS(1024, 16, 64, 1) >> 10);
}

/// Unpacks LANES samples from a bit string of 10 bits a sample.
INLINE words KERNEL(ipu3)(const uint8_t *bytes, int by_parity) {
#define SAMPLE(b, n) b + n * 10 / 8, b + n * 10 / 8 + 1
  words both = MOVED(KERNEL(load)(bytes, 10), SAMPLE, 10);
#undef SAMPLE
  return both * BY_TURNS(64, 16, 4, 1) >> 6;
}

INLINE words KERNEL(byte)(const uint8_t *bytes, int by_parity) {
  uint8_t loaded __attribute__((vector_size(LANES)));
  memcpy(&loaded, bytes, sizeof loaded);
#define BYTE(b, n) b + n
  if (by_parity) loaded = __builtin_shufflevector(loaded, loaded, BYTE_PLACES(BY_PARITY));
#undef BYTE
  return __builtin_convertvector(loaded, words);
}

INLINE words KERNEL(word)(const uint8_t *bytes, int by_parity) {
  octets loaded;
  memcpy(&loaded, bytes, sizeof loaded);
#define SAMPLE(b, n) b + 2 * n, b + 2 * n + 1
  return MOVED(loaded, SAMPLE, 16);
#undef SAMPLE
}

/// Writes the samples of `runs` runs of each row to `samples`, and up to LANES - 1 unused ones after them. A run starts
/// on a byte, and 8 of its samples fill `bytes_of_8` bytes. Up to READ_AHEAD bytes after the `length` of a row are read
/// and not used, but none from `end` on.
INLINE void KERNEL(unpack_runs)(
    const uint8_t *bytes, const uint8_t *end, size_t stride, size_t row_count, size_t length, size_t runs,
    size_t run_samples, size_t run_bytes, size_t bytes_of_8, words unpack(const uint8_t *, int), size_t ahead,
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
        words unpacked = unpack(source, 0);
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

/// The lanes of the even columns, or of the odd ones.
#define LANES_OF(parity) \
  (parity ? (words)(quads){REPEATED(0, UINT64_MAX)} : (words)(quads){REPEATED(UINT64_MAX, 0)})

/// Returns all ones in the lanes of the samples from `count` on, and zeros in those before.
INLINE words KERNEL(lanes_from)(size_t count) {
  words numbers;
  memcpy(&numbers, crs_lane_numbers, sizeof numbers);
  return (words)(numbers >= (words){0} + (uint16_t)least(count, LANES));
}

/// Returns the sums of two neighbours.
INLINE pairs KERNEL(neighbors)(words samples) { return ((pairs)samples & 0xffff) + ((pairs)samples >> 16); }

/// Returns the sums of the squares of two neighbours, which have at most NARROW_BITS bits.
INLINE pairs KERNEL(squares)(words samples) {
  typedef int16_t signed_words __attribute__((vector_size(VECTOR_BYTES)));
  APART(samples);
  const signed_words both = (signed_words)samples;
  const integers first = __builtin_convertvector((halves)__builtin_shufflevector(both, both, EVEN_LANES), integers);
  const integers second = __builtin_convertvector((halves)__builtin_shufflevector(both, both, ODD_LANES), integers);
  // A sample with more bits than it should have makes these sums larger than a signed number, and none of them is used.
  pairs sums = (pairs)(first * first) + (pairs)(second * second);
  APART(sums);
  return sums;
}

/// Writes the sums of the lanes of the even columns and of those of the odd ones. They are modulo 2^32.
INLINE void KERNEL(add_lanes)(pairs lanes, uint32_t sums[2]) {
  pairs_of_16_bytes parts[VECTOR_BYTES / 16], sum = {0};
  memcpy(parts, &lanes, sizeof lanes);
  for (size_t part = 0; part < VECTOR_BYTES / 16; part++) sum += parts[part];
  sums[0] = sum[0] + sum[1];
  sums[1] = sum[2] + sum[3];
}

/// Writes the largest lane of the even columns and that of the odd ones.
INLINE void KERNEL(largest_lanes)(words lanes, uint16_t largest[2]) {
  words_of_16_bytes parts[VECTOR_BYTES / 16], most = {0};
  memcpy(parts, &lanes, sizeof lanes);
  for (size_t part = 0; part < VECTOR_BYTES / 16; part++) most = __builtin_elementwise_max(most, parts[part]);
  most = __builtin_elementwise_max(most, __builtin_shufflevector(most, most, 2, 3, 0, 1, 6, 7, 4, 5));
  most = __builtin_elementwise_max(most, __builtin_shufflevector(most, most, 1, 0, 3, 2, 5, 4, 7, 6));
  largest[0] = most[0];
  largest[1] = most[4];
}

/// Sums of each lane over many vectors of samples.
struct KERNEL(lanes) {
  // `square` is modulo 2^32, and `high` sums the upper halves of what was added to it.
  pairs sum, square, high;
  words minimum, maximum;
};

/// Adds a column of vectors to the sums. Lanes that hold no sample are all ones in `unused`.
///
/// Samples of at most NARROW_BITS bits are added up over some rows first: a lane of 16 bits holds the sum of these
/// rows, and one of 32 that of their squares.
INLINE void KERNEL(add_column)(
    struct KERNEL(lanes) *to, const uint8_t *from, size_t stride, size_t row_count, words unused,
    words unpack(const uint8_t *, int), int bits, size_t ahead) {
  const size_t together = bits <= NARROW_BITS ? least((size_t)1 << (16 - bits), BLOCK_ROWS) : BLOCK_ROWS;
  for (size_t first = 0; first < row_count; first += together) {
    const size_t rows = least(together, row_count - first);
    words sum = {0};
    pairs square = {0};
#pragma clang loop unroll_count(4)
    for (size_t row = 0; row < rows; row++, from += stride) {
      PREFETCH(from, ahead);
      words samples = unpack(from, 1) & ~unused;
      to->minimum = __builtin_elementwise_min(to->minimum, samples | unused);
      to->maximum = __builtin_elementwise_max(to->maximum, samples);
      if (bits <= NARROW_BITS) {
        sum += samples;
        square += KERNEL(squares)(samples);
        continue;
      }
      to->sum += KERNEL(neighbors)(samples);
      const pairs neighbors[2] = {(pairs)samples & 0xffff, (pairs)samples >> 16};
      for (int index = 0; index < 2; index++) {
        pairs product = neighbors[index] * neighbors[index];
        to->square += product;
        to->high += product >> 16;
      }
    }
    to->sum += KERNEL(neighbors)(sum);
    to->square += square;
    to->high += square >> 16;
  }
}

/// Counts the samples at or above the white level. This second pass over a block is made only where the block has such
/// samples, and finds it in the cache.
INLINE void KERNEL(add_clipped)(
    const uint8_t *bytes, size_t stride, size_t row_count, size_t column_count, const uint16_t white[2],
    size_t bytes_of_8, words unpack(const uint8_t *, int), struct crs_moments total[2]) {
  const words level = ((words){0} + white[0] & LANES_OF(0)) | ((words){0} + white[1] & LANES_OF(1));
  words count = {0};
  for (size_t column = 0; column < column_count; column += LANES) {
    const words unused = KERNEL(lanes_from)(column_count - column);
    const uint8_t *from = bytes + column / 8 * bytes_of_8;
    for (size_t row = 0; row < row_count; row++, from += stride)
      count -= (words)(unpack(from, 1) >= level) & ~unused;
  }
  for (int parity = 0; parity < 2; parity++)
    total[parity].clipped += __builtin_reduce_add(KERNEL(neighbors)(count & LANES_OF(parity)));
}

/// Adds samples to the sums of the even and of the odd columns. There are at most BLOCK_ROWS / 2 rows of BLOCK_COLUMNS
/// samples, `stride` bytes apart, of which 8 fill `bytes_of_8` bytes. Whole vectors are read.
///
/// Returns 0, and adds nothing, where a sample has more than `bits` bits.
INLINE int KERNEL(add_rows)(
    const uint8_t *bytes, size_t stride, size_t row_count, size_t column_count, const uint16_t white[2],
    size_t bytes_of_8, words unpack(const uint8_t *, int), int bits, size_t ahead, struct crs_moments total[2]) {
  struct KERNEL(lanes) lanes = {.minimum = (words){0} - 1};
  const words none = {0};
  size_t whole = column_count / LANES * LANES;
  for (size_t column = 0; column < whole; column += LANES)
    KERNEL(add_column)(&lanes, bytes + column / 8 * bytes_of_8, stride, row_count, none, unpack, bits, ahead);
  if (whole < column_count)
    KERNEL(add_column)(
        &lanes, bytes + whole / 8 * bytes_of_8, stride, row_count, KERNEL(lanes_from)(column_count - whole), unpack,
        bits, ahead);
  uint16_t maxima[2], complements[2];
  KERNEL(largest_lanes)(lanes.maximum, maxima);
  if ((maxima[0] | maxima[1]) >> bits) return 0;
  KERNEL(largest_lanes)(~lanes.minimum, complements);
  uint32_t sums[2], squares[2], highs[2];
  KERNEL(add_lanes)(lanes.sum, sums);
  KERNEL(add_lanes)(lanes.square, squares);
  KERNEL(add_lanes)(lanes.high, highs);
  int is_clipped = 0;
  for (int parity = 0; parity < 2; parity++) {
    struct crs_moments *moments = &total[parity];
    uint16_t minimum = ~complements[parity];
    moments->minimum = minimum < moments->minimum ? minimum : moments->minimum;
    moments->maximum = maxima[parity] > moments->maximum ? maxima[parity] : moments->maximum;
    moments->sum += sums[parity];
    // The sum of the squares exceeds 2^16 times the sum of their upper halves by less than 2^32, because a block has
    // less than 2^16 samples of a channel. So the lower 32 bits of the sum are enough to restore it.
    uint64_t high = (uint64_t)highs[parity] << 16;
    moments->sum_of_squares += high + (uint32_t)(squares[parity] - (uint32_t)high);
    is_clipped |= maxima[parity] >= white[parity];
  }
  if (__builtin_expect(is_clipped, 0))
    KERNEL(add_clipped)(bytes, stride, row_count, column_count, white, bytes_of_8, unpack, total);
  return 1;
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
#define ADD_ROWS(FROM, STRIDE, BYTES_OF_8, NAME, BITS, AHEAD)                                                         \
  KERNEL(add_rows)(                                                                                                  \
      FROM + parity * (STRIDE), 2 * (STRIDE), (row_count + 1 - parity) / 2, column_count, white->channels[parity],   \
      BYTES_OF_8, KERNEL(NAME), BITS, AHEAD, tile->channels[parity])
#define ADD(FROM, STRIDE, BYTES_OF_8, NAME, BITS, AHEAD) \
  for (size_t parity = 0; parity < 2; parity++) ADD_ROWS(FROM, STRIDE, BYTES_OF_8, NAME, BITS, AHEAD)
// Samples of 16 bits hardly have more bits than the white level. Where one has, its rows are added again.
#define ADD_WORDS(FROM, STRIDE, AHEAD)                                                                    \
  for (size_t parity = 0; parity < 2; parity++) {                                                         \
    const int highest = white->channels[parity][0] | white->channels[parity][1];                          \
    if (highest >> 12 == 0 && ADD_ROWS(FROM, STRIDE, 16, word, 12, AHEAD)) continue;                      \
    if (highest >> NARROW_BITS == 0 && ADD_ROWS(FROM, STRIDE, 16, word, NARROW_BITS, AHEAD)) continue;    \
    ADD_ROWS(FROM, STRIDE, 16, word, 16, AHEAD);                                                          \
  }
  if (in_place) {
    switch (rows->packing) {
    case CRS_BYTE: ADD(from, stride, 8, byte, 8, ahead); return;
    case CRS_WORD: ADD_WORDS(from, stride, ahead); return;
    case CRS_MIPI_10: ADD(from, stride, 10, mipi_10, 10, ahead); return;
    case CRS_MIPI_12: ADD(from, stride, 12, mipi_12, 12, ahead); return;
    case CRS_MIPI_14: ADD(from, stride, 14, mipi_14, 14, ahead); return;
    case CRS_IPU3: break;
    }
  }
  _Alignas(64) unpacked_row unpacked[BLOCK_ROWS];
  size_t before = KERNEL(unpack_rows)(rows, row, row_count, column, column_count, ahead, unpacked);
  from = (const uint8_t *)(unpacked[0] + before);
  if (rows->packing == CRS_WORD) {
    ADD_WORDS(from, sizeof unpacked[0], 0);
  } else {
    ADD(from, sizeof unpacked[0], 16, word, NARROW_BITS, 0);
  }
#undef ADD_WORDS
#undef ADD
#undef ADD_ROWS
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
  // Shorter vectors of words were measured with small blocks alone.
  const int are_large = rows->packing != CRS_WORD || (VECTOR_BYTES == 64 && crs_has_large_cache());
  const struct crs_blocks blocks = are_large ? crs_large_blocks : crs_small_blocks;
  for (size_t row = 0; row < row_count; row += blocks.rows) {
    size_t block_rows = least(blocks.rows, row_count - row);
    for (size_t index = 0; index < tile_count; index++) {
      size_t start = index * side, width = least(side, column_count - start);
      for (size_t first = 0; first < width; first += BLOCK_COLUMNS) {
        // After the end of these rows the start of the next ones is read.
        size_t ahead = blocks.ahead * group.bytes / group.samples;
        if (start + first + blocks.ahead >= column_count) ahead += block_rows * rows->bytes_per_row - length;
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
#undef BYTE_PLACES
#undef REPEATED
#undef EVEN_LANES
#undef ODD_LANES
#undef IN_ORDER
#undef BY_PARITY
#undef MOVED
#undef FOUR
#undef BY_TURNS
#undef LANES_OF
#undef words
#undef pairs
#undef quads
#undef octets
#undef halves
#undef integers
