#ifndef CONTROLS_H
#define CONTROLS_H

#include <stdbool.h>
#include <stdint.h>

#include "sensor.h"
#include "settings.h"

// The camera's controls, as USB video class has them (release 1.1, sections 4.2.2.1 and 4.2.2.3).

/// Which of them a camera has.
enum group {
  HAS_BALANCE = 1,
  HAS_TEMPERATURE = 2,
  HAS_EXPOSURE = 4,
  HAS_GAIN = 8,
  HAS_FOCUS = 16,
};

/// The entities of the video function that have controls.
enum { CAMERA_TERMINAL = 1, PROCESSING_UNIT = 2 };

enum control {
  AUTO_EXPOSURE,
  EXPOSURE,
  FOCUS,
  AUTO_FOCUS,
  GAIN,
  TEMPERATURE,
  AUTO_TEMPERATURE,
  BALANCE,
  AUTO_BALANCE,
  CONTROL_COUNT,
};

/// The values of AUTO_EXPOSURE: bits, of which one is set.
enum { EXPOSURE_MANUAL = 1, EXPOSURE_APERTURE_PRIORITY = 8 };

struct control_description {
  uint8_t entity, selector, bytes;
  /// Its bit in the entity's `bmControls`.
  uint8_t bit;
  /// A camera has this control if it has one of `groups` and not `not_with`.
  uint8_t groups, not_with;
  uint32_t minimum, maximum, step, initial;
  /// The camera changes it by itself, so that it must be asked each time.
  bool is_automatic;
};

extern const struct control_description controls[CONTROL_COUNT];

/// What the controls stand at.
struct control_values {
  unsigned groups;
  uint32_t values[CONTROL_COUNT];
};

/// Why a request is refused: the codes of the class's request error control.
enum refusal { NOT_REFUSED = 0, WRONG_STATE = 2, OUT_OF_RANGE = 4, INVALID_CONTROL = 6 };

void reset_controls(struct control_values *state, unsigned groups);

bool has_control(const struct control_values *state, enum control control);

enum refusal set_control(struct control_values *state, enum control control, uint32_t value);

/// One frame's step of everything that is automatic.
void adjust_controls(struct control_values *state, const struct scene *scene);

struct settings settings_of(const struct control_values *state);

#endif
