// A camera of USB video class for the tests: it speaks USB/IP to the kernel's vhci-hcd, and so the kernel's own
// uvcvideo makes a video node for it. README.md beside the folder tells its options and the lines that it takes.

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "camera.h"
#include "descriptors.h"

/// How long the kernel may take to make or remove a node, and how often it is looked for.
#define NODE_LIMIT 20.0
#define NODE_PERIOD 0.005

struct session {
  struct camera camera;
  /// Lines that came and were not yet obeyed.
  char input[1024];
  size_t input_length;
  bool is_over;
  /// What the line that was obeyed last waits for.
  enum expectation expects;
  double expires;
};

static void reply(const char *text) {
  printf("%s\n", text);
  fflush(stdout);
}

static void reply_state(const struct camera *camera) {
  char text[512];
  write_state(camera, text, sizeof text);
  reply(text);
}

// MARK: - The host

static void lose_host(struct session *session) {
  char line[] = "unplug", text[64];
  obey(&session->camera, line, text, sizeof text);
}

static bool serve_control(struct camera *camera, const struct transfer *transfer) {
  uint8_t answer[2048];
  int length = answer_request(camera, transfer, answer, sizeof answer);
  if (length < 0) return complete(camera->connection, transfer, -EPIPE, NULL, 0);
  uint32_t count = (uint32_t)length < transfer->length ? (uint32_t)length : transfer->length;
  return complete(camera->connection, transfer, 0, answer, transfer->is_in ? count : transfer->length);
}

static bool serve(struct camera *camera) {
  struct transfer transfer;
  if (!receive(camera->connection, &transfer)) return false;
  if (transfer.kind == UNLINK) {
    return complete_unlink(camera->connection, &transfer, unlink_transfer(&camera->stream, transfer.victim));
  }
  if (transfer.endpoint == 0) return serve_control(camera, &transfer);
  if (transfer.endpoint == STREAMING_ENDPOINT && transfer.is_in && queue_transfer(&camera->stream, &transfer)) {
    return true;
  }
  return complete(camera->connection, &transfer, -EPIPE, NULL, 0);
}

// MARK: - Lines

static void check_expectation(struct session *session) {
  char node[64];
  find_node(node, sizeof node);
  if (session->camera.connection < 0 && session->expects == NODE) {
    reply("error the camera is not plugged in");
  } else if ((session->expects == NODE) == (node[0] != 0)) {
    reply_state(&session->camera);
  } else if (now() > session->expires) {
    reply(session->expects == NODE ? "error the kernel made no node" : "error the kernel kept the node");
  } else {
    return;
  }
  session->expects = NOTHING;
}

static void obey_line(struct session *session, char *line) {
  char text[128];
  session->expects = obey(&session->camera, line, text, sizeof text);
  session->expires = now() + NODE_LIMIT;
  if (text[0]) reply(text);
  else if (session->expects == NOTHING) reply_state(&session->camera);
}

static void obey_input(struct session *session) {
  for (char *end; session->expects == NOTHING && (end = memchr(session->input, '\n', session->input_length));) {
    *end = 0;
    size_t length = (size_t)(end - session->input) + 1;
    obey_line(session, session->input);
    session->input_length -= length;
    memmove(session->input, session->input + length, session->input_length);
  }
}

static void read_input(struct session *session) {
  size_t space = sizeof session->input - session->input_length;
  ssize_t count = space > 0 ? read(STDIN_FILENO, session->input + session->input_length, space) : 0;
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) session->is_over = true;
  else session->input_length += (size_t)count;
}

// MARK: - Both

static int milliseconds(const struct session *session) {
  double time = session->camera.connection >= 0 ? time_until_due(&session->camera.stream) : -1;
  if (session->expects != NOTHING && (time < 0 || time > NODE_PERIOD)) time = NODE_PERIOD;
  return time < 0 ? -1 : (int)(time * 1000 + 0.999);
}

static void step(struct session *session) {
  struct camera *camera = &session->camera;
  // poll ignores a descriptor of -1: that of the lines while one is still being done, and that of a host that is
  // gone.
  struct pollfd files[2] = {
      {session->expects == NOTHING ? STDIN_FILENO : -1, POLLIN, 0}, {camera->connection, POLLIN, 0}};
  if (poll(files, 2, milliseconds(session)) < 0) return;
  if (files[1].revents && !serve(camera)) lose_host(session);
  if (files[0].revents) read_input(session);
  if (session->expects != NOTHING) check_expectation(session);
  obey_input(session);
  if (camera->connection < 0) return;
  if (!run_stream(&camera->stream, camera->connection, &camera->controls, &camera->scene, camera->delay)) {
    lose_host(session);
  }
}

/// The groups of a list like "balance,exposure"; exits where there is another word.
static unsigned parse_groups(char *list) {
  static const char *const names[] = {"balance", "temperature", "exposure", "gain", "focus"};
  unsigned groups = 0;
  for (char *word = strtok(list, ","); word; word = strtok(NULL, ",")) {
    unsigned index = 0;
    while (index < COUNT(names) && strcmp(word, names[index]) != 0) index++;
    if (index == COUNT(names)) {
      fprintf(stderr, "camera: no controls are called '%s'; known: balance temperature exposure gain focus\n", word);
      exit(64);
    }
    groups |= 1u << index;
  }
  return groups;
}

int main(int count, char **arguments) {
  static struct session session;
  session.camera = (struct camera){.connection = -1, .scene = default_scene, .delay = 2};
  if (count > 2) {
    fprintf(stderr, "usage: camera [balance,temperature,exposure,gain,focus]\n");
    return 64;
  }
  session.camera.groups = count == 2 ? parse_groups(arguments[1])
                                     : HAS_BALANCE | HAS_TEMPERATURE | HAS_EXPOSURE | HAS_GAIN | HAS_FOCUS;
  while (!session.is_over) step(&session);
  if (session.camera.connection >= 0) unplug(session.camera.connection);
  return 0;
}
