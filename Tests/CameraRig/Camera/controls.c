#include "controls.h"

#include <math.h>

/// Red and blue are the two halves of one control.
#define BALANCES(blue, red) ((uint32_t)(red) << 16 | (blue))
#define MINIMUM_BALANCE 64
#define MAXIMUM_BALANCE 1024

const struct control_description controls[CONTROL_COUNT] = {
    [AUTO_EXPOSURE] = {CAMERA_TERMINAL, 0x02, 1, 1, HAS_EXPOSURE, 0, 0, 0, EXPOSURE_MANUAL | EXPOSURE_APERTURE_PRIORITY,
        EXPOSURE_MANUAL, false},
    [EXPOSURE] = {CAMERA_TERMINAL, 0x04, 4, 3, HAS_EXPOSURE, 0, 1, 10000, 1, UNIT_EXPOSURE, true},
    [FOCUS] = {CAMERA_TERMINAL, 0x06, 2, 5, HAS_FOCUS, 0, 0, 1023, 1, 512, true},
    [AUTO_FOCUS] = {CAMERA_TERMINAL, 0x08, 1, 17, HAS_FOCUS, 0, 0, 1, 1, 0, false},
    [GAIN] = {PROCESSING_UNIT, 0x04, 2, 9, HAS_GAIN, 0, UNIT_GAIN, 255, 1, UNIT_GAIN, false},
    [TEMPERATURE] = {PROCESSING_UNIT, 0x0a, 2, 6, HAS_TEMPERATURE, 0, 2500, 7500, 10, 5000, true},
    [AUTO_TEMPERATURE] = {PROCESSING_UNIT, 0x0b, 1, 12, HAS_TEMPERATURE, 0, 0, 1, 1, 0, false},
    [BALANCE] = {PROCESSING_UNIT, 0x0c, 4, 7, HAS_BALANCE, 0, BALANCES(MINIMUM_BALANCE, MINIMUM_BALANCE),
        BALANCES(MAXIMUM_BALANCE, MAXIMUM_BALANCE), BALANCES(1, 1), BALANCES(UNIT_BALANCE, UNIT_BALANCE), true},
    // A camera with both kinds has one switch for them.
    [AUTO_BALANCE] = {PROCESSING_UNIT, 0x0d, 1, 13, HAS_BALANCE, HAS_TEMPERATURE, 0, 1, 1, 0, false},
};

void reset_controls(struct control_values *state, unsigned groups) {
  state->groups = groups;
  for (int control = 0; control < CONTROL_COUNT; control++) state->values[control] = controls[control].initial;
}

bool has_control(const struct control_values *state, enum control control) {
  return state->groups & controls[control].groups && !(state->groups & controls[control].not_with);
}

static uint32_t balance(double gain) {
  return (uint32_t)fmin(fmax(lrint(gain * UNIT_BALANCE), MINIMUM_BALANCE), MAXIMUM_BALANCE);
}

/// The balance that makes a blackbody's light neutral.
static uint32_t balance_for(double temperature) {
  double light[3];
  blackbody(temperature, light);
  return BALANCES(balance(light[GREEN] / light[BLUE]), balance(light[GREEN] / light[RED]));
}

/// The temperature whose balance has the ratio of red to blue that `value` has: what an automatic camera shows.
static uint32_t temperature_for(uint32_t value) {
  const struct control_description *control = &controls[TEMPERATURE];
  double wanted = (double)(value >> 16) / (value & 0xffff);
  uint32_t low = control->minimum, high = control->maximum;
  // The ratio of red's gain to blue's rises with the temperature.
  while (low < high) {
    uint32_t middle = (low + high) / 2 / control->step * control->step;
    double light[3];
    blackbody(middle, light);
    if (light[BLUE] / light[RED] < wanted) low = middle + control->step;
    else high = middle;
  }
  return low;
}

static bool is_automatic(const struct control_values *state, enum control control) {
  return has_control(state, control) &&
         state->values[control] != (control == AUTO_EXPOSURE ? EXPOSURE_MANUAL : 0u);
}

static bool white_balance_is_automatic(const struct control_values *state) {
  return is_automatic(state, AUTO_TEMPERATURE) || is_automatic(state, AUTO_BALANCE);
}

static bool is_in_range(enum control control, uint32_t value) {
  const struct control_description *range = &controls[control];
  if (control == AUTO_EXPOSURE) return value == EXPOSURE_MANUAL || value == EXPOSURE_APERTURE_PRIORITY;
  if (control != BALANCE) return value >= range->minimum && value <= range->maximum;
  uint32_t red = value >> 16, blue = value & 0xffff;
  return red >= MINIMUM_BALANCE && red <= MAXIMUM_BALANCE && blue >= MINIMUM_BALANCE && blue <= MAXIMUM_BALANCE;
}

enum refusal set_control(struct control_values *state, enum control control, uint32_t value) {
  if (!has_control(state, control)) return INVALID_CONTROL;
  if (!is_in_range(control, value)) return OUT_OF_RANGE;
  if ((control == EXPOSURE && is_automatic(state, AUTO_EXPOSURE)) ||
      (control == FOCUS && is_automatic(state, AUTO_FOCUS)) ||
      ((control == BALANCE || control == TEMPERATURE) && white_balance_is_automatic(state)))
    return WRONG_STATE;
  state->values[control] = value;
  if (control == TEMPERATURE) state->values[BALANCE] = balance_for(value);
  return NOT_REFUSED;
}

/// The part of the way that is gone in a frame: 1 % is left after 16.
#define STEP 0.25
/// Where automatic exposure brings the card's green.
#define EXPOSURE_TARGET 0.25

/// `value` a step nearer to `goal`, and at least by one.
static uint32_t nearer(uint32_t value, double goal) {
  double way = goal - value;
  if (fabs(way) < 0.5) return value;
  double step = fabs(way) < 1 / STEP ? copysign(1, way) : way * STEP;
  return (uint32_t)lrint(value + step);
}

void adjust_controls(struct control_values *state, const struct scene *scene) {
  uint32_t *values = state->values;
  if (white_balance_is_automatic(state)) {
    uint32_t red = balance(scene->light[GREEN] / scene->light[RED]);
    uint32_t blue = balance(scene->light[GREEN] / scene->light[BLUE]);
    values[BALANCE] = BALANCES(nearer(values[BALANCE] & 0xffff, blue), nearer(values[BALANCE] >> 16, red));
    values[TEMPERATURE] = temperature_for(values[BALANCE]);
  }
  if (is_automatic(state, AUTO_EXPOSURE)) {
    double gain = (double)values[GAIN] / UNIT_GAIN;
    double goal = EXPOSURE_TARGET / (scene->light[GREEN] * scene->level * gain) * UNIT_EXPOSURE;
    goal = fmin(fmax(goal, controls[EXPOSURE].minimum), controls[EXPOSURE].maximum);
    values[EXPOSURE] = nearer(values[EXPOSURE], goal);
  }
  if (is_automatic(state, AUTO_FOCUS)) values[FOCUS] = nearer(values[FOCUS], scene->distance);
}

struct settings settings_of(const struct control_values *state) {
  const uint32_t *values = state->values;
  return (struct settings){
      .exposure = values[EXPOSURE],
      .gain = values[GAIN],
      .red_balance = values[BALANCE] >> 16,
      .blue_balance = values[BALANCE] & 0xffff,
      .focus = values[FOCUS],
  };
}
