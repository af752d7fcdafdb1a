// The loops over lights. This file is included once for each instruction set, which KERNEL(name) adds to the names.
//
// Each function does the operations of `PlanckianFoot.swift`, `PlanckianDistance.swift`, `PlanckianPolynomials.swift`
// and `NearestPlace.swift` in their order, so the bits are the same. The stages are loops over a block of lights: in
// longer ones operations would wait for each other's results.

/// Evaluates a cubic polynomial in x, y.
INLINE float KERNEL(cubic)(const float *c, float x, float y) {
  float a = ((c[3] * y + c[2]) * y + c[1]) * y + c[0];
  float b = (c[6] * y + c[5]) * y + c[4];
  float d = c[8] * y + c[7];
  return a + x * (b + x * (d + x * c[9]));
}

/// Returns the number of the segment of a shifted parameter.
INLINE uint32_t KERNEL(segment_number)(double shifted) {
  uint64_t bits;
  memcpy(&bits, &shifted, sizeof bits);
  return bits & 0xff;
}

/// Evaluates the four functions at t.
INLINE void KERNEL(frame)(const double *c, double t, double t2, four_doubles *result) {
  four_doubles c0, c1, c2, c3, c4, c5, c6, c7;
  memcpy(&c0, c, sizeof c0);
  memcpy(&c1, c + 4, sizeof c1);
  memcpy(&c2, c + 8, sizeof c2);
  memcpy(&c3, c + 12, sizeof c3);
  memcpy(&c4, c + 16, sizeof c4);
  memcpy(&c5, c + 20, sizeof c5);
  memcpy(&c6, c + 24, sizeof c6);
  memcpy(&c7, c + 28, sizeof c7);
  four_doubles low = (c3 * t + c2) * t2 + (c1 * t + c0);
  four_doubles high = (c7 * t + c6) * t2 + (c5 * t + c4);
  *result = high * (t2 * t2) + low;
}

/// Turns four rows of four numbers into four columns.
INLINE void KERNEL(transpose)(four_doubles rows[4]) {
  four_doubles a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6);
  four_doubles b = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7);
  four_doubles c = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6);
  four_doubles d = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
  rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Sets `planes` to the coefficients of the distances of the lights along the tangent, or across it: eight powers of t.
INLINE void KERNEL(distances)(
    const double *coefficients, const uint32_t *segments, const double *u, const double *v, int is_across,
    double planes[8][BLOCK]) {
  for (size_t i = 0; i < BLOCK; i += 4)
    for (size_t power = 0; power < 8; power += 4) {
      four_doubles rows[4];
#pragma clang loop unroll(full)
      for (size_t k = 0; k < 4; k++) {
        const double *c = coefficients + segments[i + k] + power;
        four_doubles tangent_u, tangent_v, locus;
        memcpy(&tangent_u, c, sizeof tangent_u);
        memcpy(&tangent_v, c + 8, sizeof tangent_v);
        memcpy(&locus, c + (is_across ? 24 : 16), sizeof locus);
        rows[k] = is_across ? v[i + k] * tangent_u - u[i + k] * tangent_v - locus
                            : u[i + k] * tangent_u + v[i + k] * tangent_v - locus;
      }
      KERNEL(transpose)(rows);
      for (size_t k = 0; k < 4; k++) memcpy(&planes[power + k][i], &rows[k], sizeof rows[k]);
    }
}

/// Evaluates the polynomial of a light.
INLINE double KERNEL(value)(const double c[8][BLOCK], size_t i, double t, double t2, double t4) {
  double low = (c[3][i] * t + c[2][i]) * t2 + (c[1][i] * t + c[0][i]);
  double high = (c[7][i] * t + c[6][i]) * t2 + (c[5][i] * t + c[4][i]);
  return high * t4 + low;
}

/// Evaluates the derivative of the polynomial of a light, without its last term.
INLINE double KERNEL(slope)(const double c[8][BLOCK], size_t i, double t, double t2, double t4) {
  double low = (4 * c[4][i] * t + 3 * c[3][i]) * t2 + ((c[2][i] + c[2][i]) * t + c[1][i]);
  return (6 * c[6][i] * t + 5 * c[5][i]) * t4 + low;
}

/// Converts a whole block, and sets `answered` to all ones where the result is the answer.
__attribute__((noinline)) static void KERNEL(nearest_block)(
    const struct cpl_locus *restrict locus, const double *restrict x, const double *restrict y,
    double *restrict temperatures, double *restrict duvs, int64_t *restrict answered) {
  _Alignas(64) double u[BLOCK], v[BLOCK], center[BLOCK], t[BLOCK], along[8][BLOCK], across[8][BLOCK];
  _Alignas(64) double numerator[BLOCK], denominator[BLOCK], step[BLOCK];
  _Alignas(64) uint32_t segments[BLOCK];
  _Alignas(64) float single_x[BLOCK], single_y[BLOCK], guess[BLOCK];
  // A local copy, so that no store can change it.
  const struct cpl_locus p = *locus;

  for (size_t i = 0; i < BLOCK; i++) {
    double x0 = x[i] - p.origin_x, y0 = y[i] - p.origin_y;
    double inverse = 1 / (12 * y[i] - (x[i] + x[i]) + 3);
    u[i] = (x0 * p.u_of_x - y0 * p.u_of_y) * inverse;
    v[i] = (x0 * p.v_of_x + y0 * p.v_of_y) * inverse;
    answered[i] = -(int64_t)((x[i] >= 0) & (y[i] > 0) & (x[i] + y[i] <= 1));
    single_x[i] = (float)x0;
    single_y[i] = (float)y0;
  }
  for (size_t i = 0; i < BLOCK; i++) {
    float found = KERNEL(cubic)(p.guess_numerator, single_x[i], single_y[i]) /
                  KERNEL(cubic)(p.guess_denominator, single_x[i], single_y[i]);
    // Comparisons with NaN are false, so NaN becomes an end of the table.
    float raised = found > p.first_segment ? found : p.first_segment;
    guess[i] = raised < p.last_segment ? raised : p.last_segment;
  }
  for (size_t i = 0; i < BLOCK; i++) {
    float shifted = guess[i] + p.guess_shift;
    uint32_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    segments[i] = (bits & 0xff) * SEGMENT_SIZE;
    center[i] = (double)(shifted - p.guess_shift);
  }
  KERNEL(distances)(p.coefficients, segments, u, v, 0, along);
  KERNEL(distances)(p.coefficients, segments, u, v, 1, across);
  for (size_t i = 0; i < BLOCK; i++) {
    double c0 = along[0][i], c1 = along[1][i], c2 = along[2][i], c3 = along[3][i];
    double above = c0 * (c0 * c2 - c1 * c1);
    double below = c1 * (c1 * c1) - (c0 * c1) * (c2 + c2) + (c0 * c0) * c3;
    t[i] = above / below;
  }
  for (size_t i = 0; i < BLOCK; i++) {
    double t2 = t[i] * t[i], t4 = t2 * t2;
    double ahead = KERNEL(value)(along, i, t[i], t2, t4), slope = KERNEL(slope)(along, i, t[i], t2, t4);
    double bend = along[2][i] + 3 * t[i] * along[3][i];
    numerator[i] = ahead * slope;
    denominator[i] = slope * slope - ahead * bend;
  }
  for (size_t i = 0; i < BLOCK; i++) {
    double t2 = t[i] * t[i], t4 = t2 * t2;
    step[i] = numerator[i] / denominator[i];
    duvs[i] = KERNEL(value)(across, i, t[i], t2, t4) - 0.5 * KERNEL(slope)(across, i, t[i], t2, t4) * step[i];
  }
  for (size_t i = 0; i < BLOCK; i++) {
    double end = t[i] - step[i];
    double place = center[i] + end, start = center[i] + t[i];
    double place_numerator = start * denominator[i] - numerator[i];
    double rest_numerator = (p.segments_per_unit - start) * denominator[i] + numerator[i];
    int is_answer = (step[i] * step[i] <= p.longest_step * p.longest_step) & (end * end <= p.reach * p.reach) &
                    (place_numerator >= 0) & (place >= 0) & (place <= p.highest_place) & (duvs[i] > p.lowest_duv);
    temperatures[i] = p.temperature_scale * rest_numerator / place_numerator;
    answered[i] &= -(int64_t)is_answer;
  }
}

/// Converts a whole block, and sets `answered` to all ones where there is a chromaticity.
__attribute__((noinline)) static void KERNEL(points_block)(
    const struct cpl_locus *restrict locus, const double *restrict temperatures, const double *restrict duvs,
    double *restrict x, double *restrict y, int64_t *restrict answered) {
  _Alignas(64) double shifted[BLOCK], t[BLOCK], t2[BLOCK], functions_of[4][BLOCK];
  _Alignas(64) uint32_t segments[BLOCK];
  const struct cpl_locus p = *locus;

  for (size_t i = 0; i < BLOCK; i++) {
    int is_in_domain =
        (temperatures[i] >= p.lowest_temperature) & (duvs[i] > p.lowest_duv) & (duvs[i] < __builtin_inf());
    double place = p.segments_per_unit * p.temperature_scale / (p.temperature_scale + temperatures[i]);
    place = is_in_domain ? place : 0;
    shifted[i] = place + p.rounding_shift;
    t[i] = place - (shifted[i] - p.rounding_shift);
    t2[i] = t[i] * t[i];
    segments[i] = KERNEL(segment_number)(shifted[i]) * SEGMENT_SIZE;
    answered[i] = -(int64_t)is_in_domain;
  }
  for (size_t i = 0; i < BLOCK; i += 4) {
    four_doubles f[4];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < 4; k++)
      KERNEL(frame)(p.coefficients_by_power + segments[i + k], t[i + k], t2[i + k], &f[k]);
    KERNEL(transpose)(f);
    for (size_t k = 0; k < 4; k++) memcpy(&functions_of[k][i], &f[k], sizeof f[k]);
  }
  for (size_t i = 0; i < BLOCK; i++) {
    double tangent_u = functions_of[0][i], tangent_v = functions_of[1][i], along = functions_of[2][i];
    double normal = functions_of[3][i] + duvs[i];
    double u = along * tangent_u - normal * tangent_v, v = along * tangent_v + normal * tangent_u;
    double inverse = 1 / (p.denominator_at_origin + (2 * u - 8 * v));
    double x0 = (u * p.x_of_u + v * p.x_of_v) * inverse, y0 = (v * p.y_of_v - u * p.y_of_u) * inverse;
    x[i] = p.origin_x + x0;
    y[i] = p.origin_y + y0;
    int is_in_diagram = (x[i] > 0) & (y[i] > 0) & (x[i] < __builtin_inf()) & (y[i] < __builtin_inf());
    answered[i] &= -(int64_t)is_in_diagram;
  }
}

/// Sends lights through `convert`, a block at a time. The last block is filled up with zeros.
INLINE size_t KERNEL(in_blocks)(
    void (*convert)(
        const struct cpl_locus *restrict, const double *restrict, const double *restrict, double *restrict,
        double *restrict, int64_t *restrict),
    const struct cpl_locus *locus, size_t count, const double *first, const double *second, double *first_result,
    double *second_result, uint8_t *failed) {
  _Alignas(64) int64_t answered[BLOCK];
  size_t failures = 0, at = 0;
  for (; at + BLOCK <= count; at += BLOCK) {
    for (size_t i = 0; i < BLOCK; i += 8) {
      PREFETCH(first + at + i, BLOCKS_AHEAD * BLOCK * sizeof *first, 0);
      PREFETCH(second + at + i, BLOCKS_AHEAD * BLOCK * sizeof *first, 0);
      PREFETCH(first_result + at + i, BLOCKS_AHEAD * BLOCK * sizeof *first, 1);
      PREFETCH(second_result + at + i, BLOCKS_AHEAD * BLOCK * sizeof *first, 1);
    }
    convert(locus, first + at, second + at, first_result + at, second_result + at, answered);
    int64_t answers = 0;
    for (size_t i = 0; i < BLOCK; i++) answers -= answered[i];
    for (size_t i = 0; i < BLOCK; i++) failed[at + i] = (uint8_t)(1 + answered[i]);
    failures += BLOCK - (size_t)answers;
  }
  size_t rest = count - at;
  if (rest == 0) return failures;
  double inputs[2][BLOCK] = {{0}}, results[2][BLOCK];
  memcpy(inputs[0], first + at, rest * sizeof *first);
  memcpy(inputs[1], second + at, rest * sizeof *second);
  convert(locus, inputs[0], inputs[1], results[0], results[1], answered);
  memcpy(first_result + at, results[0], rest * sizeof *first_result);
  memcpy(second_result + at, results[1], rest * sizeof *second_result);
  for (size_t i = 0; i < rest; i++) {
    failed[at + i] = (uint8_t)(1 + answered[i]);
    failures += failed[at + i];
  }
  return failures;
}

static size_t KERNEL(nearest)(
    const struct cpl_locus *locus, size_t count, const double *x, const double *y, double *temperatures, double *duvs,
    uint8_t *failed) {
  return KERNEL(in_blocks)(KERNEL(nearest_block), locus, count, x, y, temperatures, duvs, failed);
}

static size_t KERNEL(points)(
    const struct cpl_locus *locus, size_t count, const double *temperatures, const double *duvs, double *x, double *y,
    uint8_t *failed) {
  return KERNEL(in_blocks)(KERNEL(points_block), locus, count, temperatures, duvs, x, y, failed);
}
