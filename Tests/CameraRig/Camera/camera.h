#ifndef CAMERA_H
#define CAMERA_H

#include "stream.h"

/// The whole camera.
struct camera {
  /// The socket to the kernel, -1 while it is unplugged.
  int connection;
  /// The groups of controls that it has when it is plugged in.
  unsigned groups;
  struct control_values controls;
  struct scene scene;
  /// The frames after which a control takes effect.
  unsigned delay;
  struct stream stream;
  /// How the next request that sets a control is refused, once.
  enum refusal next_refusal;
  /// How the last request was refused: the host asks for it.
  enum refusal last_refusal;
};

/// Answers a control request: the length of `answer`, or -1 to refuse it.
int answer_request(struct camera *camera, const struct transfer *transfer, uint8_t *answer, unsigned capacity);

/// Obeys a line and writes the result to `reply`. It does not wait for a node to appear or go: it returns which of
/// the two is expected.
enum expectation { NOTHING, NODE, NO_NODE };
enum expectation obey(struct camera *camera, char *line, char *reply, unsigned capacity);

/// Writes what the camera is at, as words NAME=VALUE.
void write_state(const struct camera *camera, char *text, unsigned capacity);

/// The video node that the kernel has made for the camera, or an empty text.
void find_node(char *path, unsigned capacity);

#endif
