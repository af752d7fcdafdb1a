#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "camera.h"

// The lines that the camera is told, each a word and numbers.

enum { LARGEST_COUNT = 1000000 };

static enum expectation plug(struct camera *camera, const double *numbers) {
  (void)numbers;
  if (camera->connection >= 0) return NODE;
  // A device that had no power knows nothing of what it was set to.
  reset_controls(&camera->controls, camera->groups);
  camera->stream = (struct stream){0};
  camera->next_refusal = camera->last_refusal = NOT_REFUSED;
  camera->connection = plug_in();
  return NODE;
}

static enum expectation pull(struct camera *camera, const double *numbers) {
  (void)numbers;
  if (camera->connection >= 0) unplug(camera->connection);
  camera->connection = -1;
  stop_stream(&camera->stream);
  return NO_NODE;
}

static enum expectation light(struct camera *camera, const double *numbers) {
  memcpy(camera->scene.light, numbers, sizeof camera->scene.light);
  return NOTHING;
}

static enum expectation lamp(struct camera *camera, const double *numbers) {
  double green = camera->scene.light[GREEN];
  blackbody(numbers[0], camera->scene.light);
  for (int channel = RED; channel <= BLUE; channel++) camera->scene.light[channel] *= green;
  return NOTHING;
}

static enum expectation level(struct camera *camera, const double *numbers) {
  camera->scene.level = numbers[0];
  return NOTHING;
}

static enum expectation flicker(struct camera *camera, const double *numbers) {
  camera->scene.flicker = numbers[0];
  return NOTHING;
}

static enum expectation texture(struct camera *camera, const double *numbers) {
  camera->scene.texture = numbers[0];
  return NOTHING;
}

static enum expectation distance(struct camera *camera, const double *numbers) {
  camera->scene.distance = numbers[0];
  return NOTHING;
}

static enum expectation delay(struct camera *camera, const double *numbers) {
  camera->delay = (unsigned)numbers[0];
  return NOTHING;
}

static enum expectation error_frames(struct camera *camera, const double *numbers) {
  camera->stream.faults.error_frames = (unsigned)numbers[0];
  return NOTHING;
}

static enum expectation short_frames(struct camera *camera, const double *numbers) {
  camera->stream.faults.short_frames = (unsigned)numbers[0];
  return NOTHING;
}

static enum expectation halt(struct camera *camera, const double *numbers) {
  (void)numbers;
  camera->stream.faults.is_halted = true;
  return NOTHING;
}

static enum expectation hang(struct camera *camera, const double *numbers) {
  (void)numbers;
  camera->stream.faults.is_hanging = true;
  return NOTHING;
}

static enum expectation resume(struct camera *camera, const double *numbers) {
  (void)numbers;
  camera->stream.faults = (struct stream_faults){0};
  // The time that it hung is not made up for.
  camera->stream.due = now();
  return NOTHING;
}

static enum expectation refuse_control(struct camera *camera, const double *numbers) {
  camera->next_refusal = (enum refusal)numbers[0];
  return NOTHING;
}

static enum expectation state(struct camera *camera, const double *numbers) {
  (void)camera;
  (void)numbers;
  return NOTHING;
}

static const struct {
  const char *word;
  unsigned count;
  double least, most;
  enum expectation (*perform)(struct camera *, const double *);
} commands[] = {
    {"plug", 0, 0, 0, plug},
    {"unplug", 0, 0, 0, pull},
    {"light", 3, 1e-4, 100, light},
    {"lamp", 1, 1000, 20000, lamp},
    {"level", 1, 0, 1000, level},
    {"flicker", 1, 0, 1, flicker},
    {"texture", 1, 0, 1, texture},
    {"distance", 1, 0, 1023, distance},
    {"delay", 1, 0, LONGEST_DELAY, delay},
    {"error-frames", 1, 0, LARGEST_COUNT, error_frames},
    {"short-frames", 1, 0, LARGEST_COUNT, short_frames},
    {"halt", 0, 0, 0, halt},
    {"hang", 0, 0, 0, hang},
    {"resume", 0, 0, 0, resume},
    {"refuse-control", 1, 1, 8, refuse_control},
    {"state", 0, 0, 0, state},
};

enum expectation obey(struct camera *camera, char *line, char *reply, unsigned capacity) {
  char *rest = NULL, *word = strtok_r(line, " \n", &rest);
  reply[0] = 0;
  for (unsigned index = 0; word && index < COUNT(commands); index++) {
    if (strcmp(word, commands[index].word) != 0) continue;
    double numbers[3] = {0};
    for (unsigned number = 0; number < commands[index].count; number++) {
      char *text = strtok_r(NULL, " \n", &rest), *end = text;
      if (text) numbers[number] = strtod(text, &end);
      // Written so that what is not a number is refused too.
      bool is_legal = text && end != text && *end == 0 && numbers[number] >= commands[index].least &&
                      numbers[number] <= commands[index].most;
      if (!is_legal) {
        snprintf(
            reply, capacity, "error %s takes %u numbers from %g to %g", word, commands[index].count,
            commands[index].least, commands[index].most);
        return NOTHING;
      }
    }
    return commands[index].perform(camera, numbers);
  }
  snprintf(reply, capacity, "error '%s' is not a command", word ? word : "");
  return NOTHING;
}

void write_state(const struct camera *camera, char *text, unsigned capacity) {
  char node[64] = "";
  if (camera->connection >= 0) find_node(node, sizeof node);
  struct settings settings = settings_of(&camera->controls);
  const double *light = camera->scene.light;
  snprintf(
      text, capacity,
      "ok node=%s streaming=%d frame=%u red=%.9g green=%.9g blue=%.9g level=%.9g exposure=%u gain=%u red_balance=%u "
      "blue_balance=%u focus=%u temperature=%u delay=%u",
      node, camera->stream.is_running, camera->stream.frame, light[RED], light[GREEN], light[BLUE],
      camera->scene.level, settings.exposure, settings.gain, settings.red_balance, settings.blue_balance,
      settings.focus, camera->controls.values[TEMPERATURE], camera->delay);
}
