#ifndef CPLANCKIAN_H
#define CPLANCKIAN_H

#include <stddef.h>
#include <stdint.h>

/// The numbers of the Planckian table and of the conversions. The names are those of the Swift sources.
struct cpl_locus {
  /// The coefficients of each segment: those of eight powers for each of four functions. The first table has them
  /// function by function, the second one power by power.
  const double *coefficients, *coefficients_by_power;
  /// The first guess: two cubics in x, y with the coefficients of 1, y, yy, yyy, x, xy, xyy, xx, xxy, xxx.
  float guess_numerator[10], guess_denominator[10];
  float first_segment, last_segment, guess_shift;
  double rounding_shift, segments_per_unit, temperature_scale, lowest_temperature, highest_place, lowest_duv;
  double longest_step, reach;
  /// The projection between x, y and u, v from the table's origin.
  double origin_x, origin_y, u_of_x, u_of_y, v_of_x, v_of_y;
  double x_of_u, x_of_v, y_of_u, y_of_v, denominator_at_origin;
};

/// Returns the number of instruction sets that this processor has, of those that the loops are compiled for. They are
/// numbered from 0, the plainest. All of them give the same bits.
size_t cpl_instruction_set_count(void);

/// Converts `count` chromaticities to temperatures and Duvs. `failed` is 1 where the steps do not find the answer.
/// The results there are undefined.
///
/// Returns the number of failures.
size_t cpl_nearest(
    size_t instruction_set, const struct cpl_locus *locus, size_t count, const double *x, const double *y,
    double *temperatures, double *duvs, uint8_t *failed);

/// Converts `count` temperatures and Duvs to chromaticities. `failed` is 1 where there is none, and the numbers there
/// mean nothing.
///
/// Returns the number of failures.
size_t cpl_points(
    size_t instruction_set, const struct cpl_locus *locus, size_t count, const double *temperatures,
    const double *duvs, double *x, double *y, uint8_t *failed);

#endif
