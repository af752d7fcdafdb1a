// The loops over lights. This file is included once for each instruction set, which KERNEL(name) adds to the names.
//
// Each does the operations of `PlanckianFoot.swift`, `PlanckianPolynomials.swift` and `NearestPlanckian.swift` in their
// order, so the bits are the same. The stages are loops over a block of lights: in longer ones operations would wait for
// each other's results.

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

/// Evaluates the six functions at t. The last two end with the sixth power.
INLINE void KERNEL(frame)(const double *c, double t, double t2, functions *result) {
  functions c0, c1, c2, c3, c4, c5;
  four_functions c6, c7;
  memcpy(&c0, c, sizeof c0);
  memcpy(&c1, c + 6, sizeof c1);
  memcpy(&c2, c + 12, sizeof c2);
  memcpy(&c3, c + 18, sizeof c3);
  memcpy(&c4, c + 24, sizeof c4);
  memcpy(&c5, c + 30, sizeof c5);
  memcpy(&c6, c + 36, sizeof c6);
  memcpy(&c7, c + 40, sizeof c7);
  functions low = (c3 * t + c2) * t2 + (c1 * t + c0);
  four_functions top = c7 * t + c6;
  four_functions none = {0};
  // Adding 0 x t2 changes nothing.
  functions high = __builtin_shufflevector(top, none, 0, 1, 2, 3, 4, 5, 6, 7) * t2 + (c5 * t + c4);
  *result = high * (t2 * t2) + low;
}

INLINE void KERNEL(four_of_frame)(const double *c, double t, double t2, four_functions *result) {
  four_functions c0, c1, c2, c3, c4, c5, c6, c7;
  memcpy(&c0, c, sizeof c0);
  memcpy(&c1, c + 6, sizeof c1);
  memcpy(&c2, c + 12, sizeof c2);
  memcpy(&c3, c + 18, sizeof c3);
  memcpy(&c4, c + 24, sizeof c4);
  memcpy(&c5, c + 30, sizeof c5);
  memcpy(&c6, c + 36, sizeof c6);
  memcpy(&c7, c + 40, sizeof c7);
  four_functions low = (c3 * t + c2) * t2 + (c1 * t + c0);
  four_functions high = (c7 * t + c6) * t2 + (c5 * t + c4);
  *result = high * (t2 * t2) + low;
}

/// Converts a whole block, and sets `answered` to all ones where the result is the answer.
__attribute__((noinline)) static void KERNEL(nearest_block)(
    const struct cpl_locus *restrict locus, const double *restrict x, const double *restrict y,
    double *restrict temperatures, double *restrict duvs, int64_t *restrict answered) {
  _Alignas(64) double u[BLOCK], v[BLOCK], shifted[BLOCK], t[BLOCK], t2[BLOCK], functions_of[6][BLOCK];
  _Alignas(64) uint32_t segments[BLOCK], starts[BLOCK];
  _Alignas(64) float single_x[BLOCK], single_y[BLOCK], single_u[BLOCK], single_v[BLOCK];
  _Alignas(64) float guess[BLOCK], cubics[4][BLOCK], root[BLOCK], bend[BLOCK];
  // Local copies, so that no store can change them.
  const struct cpl_locus p = *locus;

  for (size_t i = 0; i < BLOCK; i++) {
    double x0 = x[i] - p.origin_x, y0 = y[i] - p.origin_y;
    double inverse = 1 / (12 * y[i] - (x[i] + x[i]) + 3);
    u[i] = (x0 * p.u_of_x - y0 * p.u_of_y) * inverse;
    v[i] = (x0 * p.v_of_x + y0 * p.v_of_y) * inverse;
    answered[i] = -(int64_t)((x[i] >= 0) & (y[i] > 0) & (x[i] + y[i] <= 1));
    single_x[i] = (float)x0;
    single_y[i] = (float)y0;
    single_u[i] = (float)u[i];
    single_v[i] = (float)v[i];
  }
  for (size_t i = 0; i < BLOCK; i++) {
    float found = KERNEL(cubic)(p.guess_numerator, single_x[i], single_y[i]) /
                  KERNEL(cubic)(p.guess_denominator, single_x[i], single_y[i]);
    // Comparisons with NaN are false, so NaN becomes an end of the table.
    float raised = found > p.first_segment ? found : p.first_segment;
    guess[i] = raised < p.last_segment ? raised : p.last_segment;
  }
  for (size_t i = 0; i < BLOCK; i++) {
    shifted[i] = (double)guess[i] + p.rounding_shift;
    uint32_t number = KERNEL(segment_number)(shifted[i]);
    segments[i] = number * SEGMENT_SIZE;
    starts[i] = number * START_SIZE;
  }

  for (size_t i = 0; i < BLOCK; i += 4) {
    cubic_coefficients rows[4];
    for (size_t k = 0; k < 4; k++) {
      const float *start = p.starts + starts[i + k];
      cubic_coefficients of_u, of_v, constant;
      memcpy(&of_u, start, sizeof of_u);
      memcpy(&of_v, start + 4, sizeof of_v);
      memcpy(&constant, start + 8, sizeof constant);
      rows[k] = single_u[i + k] * of_u + single_v[i + k] * of_v - constant;
    }
    cubic_coefficients a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    cubic_coefficients b = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    cubic_coefficients c = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    cubic_coefficients d = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    cubic_coefficients planes[4] = {
        __builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
        __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
    for (size_t k = 0; k < 4; k++) memcpy(&cubics[k][i], &planes[k], sizeof planes[k]);
  }
  for (size_t i = 0; i < BLOCK; i++) {
    float c0 = cubics[0][i], c1 = cubics[1][i], c2 = cubics[2][i], c3 = cubics[3][i];
    float numerator = c0 * (c0 * c2 - c1 * c1);
    float denominator = c1 * (c1 * c1) - (c0 * c1) * (c2 + c2) + (c0 * c0) * c3;
    root[i] = numerator / denominator;
    bend[i] = c2 + 3 * root[i] * c3;
  }
  for (size_t i = 0; i < BLOCK; i++) {
    t[i] = (double)root[i];
    t2[i] = t[i] * t[i];
  }

  for (size_t i = 0; i < BLOCK; i += 8) {
    functions f[8], pairs[8], quads[8];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < 8; k++) KERNEL(frame)(p.coefficients + segments[i + k], t[i + k], t2[i + k], &f[k]);
    // Rows of lights become rows of functions.
    for (size_t k = 0; k < 4; k++) {
      pairs[2 * k] = __builtin_shufflevector(f[2 * k], f[2 * k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
      pairs[2 * k + 1] = __builtin_shufflevector(f[2 * k], f[2 * k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (size_t half = 0; half < 8; half += 4)
      for (size_t k = 0; k < 2; k++) {
        quads[half + k] = __builtin_shufflevector(pairs[half + k], pairs[half + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        quads[half + k + 2] = __builtin_shufflevector(pairs[half + k], pairs[half + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
      }
    for (size_t k = 0; k < 4; k++) {
      functions first = __builtin_shufflevector(quads[k], quads[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
      memcpy(&functions_of[k][i], &first, sizeof first);
    }
    for (size_t k = 0; k < 2; k++) {
      functions last = __builtin_shufflevector(quads[k], quads[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
      memcpy(&functions_of[4 + k][i], &last, sizeof last);
    }
  }

  for (size_t i = 0; i < BLOCK; i++) {
    double tangent_u = functions_of[0][i], tangent_v = functions_of[1][i];
    double turn = functions_of[4][i], speed = functions_of[5][i];
    double along = u[i] * tangent_u + v[i] * tangent_v - functions_of[2][i];
    double across = v[i] * tangent_u - u[i] * tangent_v - functions_of[3][i];
    double slope = turn * across - speed;
    double numerator = along * slope, denominator = slope * slope - along * (double)bend[i];
    double step = numerator / denominator;
    double end = t[i] - step, center = shifted[i] - p.rounding_shift;
    double place = center + end, start = center + t[i];
    double place_numerator = start * denominator - numerator;
    double rest_numerator = (p.segments_per_unit - start) * denominator + numerator;
    double duv = across + 0.5 * turn * along * step;
    int is_answer = (step * step <= p.longest_step * p.longest_step) & (end * end <= p.reach * p.reach) &
                    (place_numerator >= 0) & (place >= 0) & (place <= p.highest_place) & (duv > p.lowest_duv);
    temperatures[i] = p.temperature_scale * rest_numerator / place_numerator;
    duvs[i] = duv;
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
    four_functions f[4];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < 4; k++)
      KERNEL(four_of_frame)(p.coefficients + segments[i + k], t[i + k], t2[i + k], &f[k]);
    four_functions a = __builtin_shufflevector(f[0], f[1], 0, 4, 2, 6);
    four_functions b = __builtin_shufflevector(f[0], f[1], 1, 5, 3, 7);
    four_functions c = __builtin_shufflevector(f[2], f[3], 0, 4, 2, 6);
    four_functions d = __builtin_shufflevector(f[2], f[3], 1, 5, 3, 7);
    four_functions planes[4] = {
        __builtin_shufflevector(a, c, 0, 1, 4, 5), __builtin_shufflevector(b, d, 0, 1, 4, 5),
        __builtin_shufflevector(a, c, 2, 3, 6, 7), __builtin_shufflevector(b, d, 2, 3, 6, 7)};
    for (size_t k = 0; k < 4; k++) memcpy(&functions_of[k][i], &planes[k], sizeof planes[k]);
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
