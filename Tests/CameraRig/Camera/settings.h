#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdint.h>

// What the camera's controls are set to, in the units of USB video class.

enum { RED, GREEN, BLUE };

struct settings {
  /// In units of 100 us.
  uint32_t exposure;
  uint32_t gain;
  uint32_t red_balance, blue_balance;
  uint32_t focus;
};

/// The setting that multiplies by one.
#define UNIT_GAIN 16
#define UNIT_BALANCE 256
/// The exposure to which the light's level refers: 15.6 ms.
#define UNIT_EXPOSURE 156

#endif
