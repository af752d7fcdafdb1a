#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "camera.h"
#include "descriptors.h"

#define NODES "/sys/class/video4linux"

/// Reads a node's attribute; an empty text where there is none.
static void read_attribute(const char *node, const char *name, char *text, int capacity) {
  char path[320];
  snprintf(path, sizeof path, NODES "/%s/%s", node, name);
  text[0] = 0;
  FILE *file = fopen(path, "r");
  if (!file) return;
  if (!fgets(text, capacity, file)) text[0] = 0;
  fclose(file);
}

void find_node(char *path, unsigned capacity) {
  path[0] = 0;
  DIR *folder = opendir(NODES);
  if (!folder) return;
  for (struct dirent *entry; path[0] == 0 && (entry = readdir(folder));) {
    if (strncmp(entry->d_name, "video", 5) != 0) continue;
    char name[64], index[8];
    read_attribute(entry->d_name, "name", name, sizeof name);
    read_attribute(entry->d_name, "index", index, sizeof index);
    // The kernel writes a function's name behind the product's; a second node of the camera is for metadata.
    if (strncmp(name, CAMERA_NAME, strlen(CAMERA_NAME)) != 0 || index[0] != '0') continue;
    snprintf(path, capacity, "/dev/%s", entry->d_name);
    if (access(path, F_OK) < 0) path[0] = 0;
  }
  closedir(folder);
}
