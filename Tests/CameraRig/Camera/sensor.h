#ifndef SENSOR_H
#define SENSOR_H

#include "formats.h"
#include "settings.h"

// The sensor and what it looks at: a neutral card in the middle half of the picture's width and height, even but for a
// texture that is off at first, before a textured background of another colour.

/// What is before the camera. It may change between two frames.
struct scene {
  /// What the card gives at unit exposure, gain and balance, of the sensor's range above black: red, green, blue.
  double light[3];
  /// Multiplies the light.
  double level;
  /// The part of its mean by which the light swings at 100 Hz, as that of a lamp on mains does: 0...1.
  double flicker;
  /// The contrast of the card's own texture where it is in focus: 0...1.
  double texture;
  /// The focus setting at which the scene is sharp.
  double distance;
};

extern const struct scene default_scene;

/// A blackbody's light of a temperature in kelvins, as this sensor sees it: relative to green.
///
/// A sensor of three narrow bands (600, 540 and 460 nm), whose neutral at 5000 K is 0.5, 1, 0.7.
void blackbody(double temperature, double light[3]);

/// Fills `pixels` with the picture that is taken at `time` seconds.
void expose(const struct scene *scene, const struct settings *settings, double time, struct mode mode, uint8_t *pixels);

#endif
