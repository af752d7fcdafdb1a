#ifndef CRAWSAMPLES_H
#define CRAWSAMPLES_H

#include <stddef.h>
#include <stdint.h>

/// The layout of a row's bytes: a `SamplePacking` with its number of bits.
enum crs_packing { CRS_BYTE, CRS_WORD, CRS_MIPI_10, CRS_MIPI_12, CRS_MIPI_14, CRS_IPU3 };

/// Rows of packed samples. Bytes from `end` on are never read.
struct crs_rows {
  /// The first byte of the first row, and the end of the memory that may be read.
  const uint8_t *start, *end;
  size_t bytes_per_row;
  enum crs_packing packing;
};

/// The sums of one channel. `clipped` is the number of samples at or above the white level.
struct crs_moments {
  uint64_t sum, sum_of_squares, clipped;
  uint16_t minimum, maximum;
};

/// The sums of the four channels of a mosaic, indexed by the parity of the row and then of the column, both counted
/// from the tile's first.
struct crs_tile {
  struct crs_moments channels[2][2];
};

/// The smallest clipped value of each channel, indexed in the same way.
struct crs_white {
  uint16_t channels[2][2];
};

/// Returns the number of instruction sets that this processor has, of those that the loops are compiled for. They are
/// numbered from 0, the plainest.
size_t crs_instruction_set_count(void);

/// Sets `tiles` to the sums of adjacent tiles in the first `row_count` rows. The tiles start at `column`, and each is
/// `side` columns wide; the last one ends after `column_count` columns in all.
void crs_read_tiles(
    size_t instruction_set, const struct crs_rows *rows, size_t row_count, size_t column, size_t column_count,
    size_t side, const struct crs_white *white, struct crs_tile *tiles);

/// Writes `count` samples of the first row, from `column` on, to `samples`.
void crs_unpack_row(
    size_t instruction_set, const struct crs_rows *rows, size_t column, size_t count, uint16_t *samples);

/// Counts `count` samples of the first row, from `column` on, alternately in two tables of 65536 counts.
void crs_count_row(
    size_t instruction_set, const struct crs_rows *rows, size_t column, size_t count, uint32_t *even, uint32_t *odd);

#endif
