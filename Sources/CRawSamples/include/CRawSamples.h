#ifndef CRAWSAMPLES_H
#define CRAWSAMPLES_H

#include <stddef.h>
#include <stdint.h>

/// What a row's bytes are, as `SamplePacking` with its bits.
enum crs_packing { CRS_BYTE, CRS_WORD, CRS_MIPI_10, CRS_MIPI_12, CRS_MIPI_14, CRS_IPU3 };

/// Rows of samples. Bytes from `end` on are never read.
struct crs_rows {
  /// Column 0 of the first row, and where the memory ends that may be read.
  const uint8_t *start, *end;
  size_t bytes_per_row;
  enum crs_packing packing;
};

/// The sums of one channel.
struct crs_moments {
  uint64_t sum, sum_of_squares, clipped;
  uint16_t minimum, maximum;
};

/// The four channels of a mosaic, by the parity of the row and then of the column, both counted from the tile's first.
struct crs_tile {
  struct crs_moments channels[2][2];
};

/// The least clipped value of each of them.
struct crs_white {
  uint16_t channels[2][2];
};

/// How many of the instruction sets that the loops are compiled for this processor has; 0 is the plainest.
size_t crs_instruction_set_count(void);

/// Sets `tiles` to the sums of the tiles side by side in the first `row_count` rows, each `side` columns wide, from
/// `column` on; the last ends after `column_count` columns in all.
void crs_read_tiles(
    size_t instruction_set, const struct crs_rows *rows, size_t row_count, size_t column, size_t column_count,
    size_t side, const struct crs_white *white, struct crs_tile *tiles);

/// Writes `count` samples of the first row, from `column` on, to `samples`.
void crs_unpack_row(
    size_t instruction_set, const struct crs_rows *rows, size_t column, size_t count, uint16_t *samples);

/// Adds the samples of the first row from `column` on, by turns, to two tables of 65536 counts.
void crs_count_row(
    size_t instruction_set, const struct crs_rows *rows, size_t column, size_t count, uint32_t *even, uint32_t *odd);

#endif
