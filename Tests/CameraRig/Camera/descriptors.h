#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include <stddef.h>
#include <stdint.h>

// What the camera says of itself when it is plugged in (USB 2.0, chapter 9; USB video class 1.1, section 3).

/// The camera's name, which is also its node's.
#define CAMERA_NAME "Rig Camera"

enum { CONTROL_INTERFACE = 0, STREAMING_INTERFACE = 1, STREAMING_ENDPOINT = 1 };

/// Writes the descriptor that a GET_DESCRIPTOR request with this wValue asks for, of a camera that has the controls of
/// `groups`. Gives its length, 0 where there is none.
size_t describe(unsigned value, unsigned groups, uint8_t *bytes, size_t capacity);

#endif
