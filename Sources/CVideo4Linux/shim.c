#define _FILE_OFFSET_BITS 64

#include "CVideo4Linux.h"

#if defined(__linux__)

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const unsigned long cv4l_querycap = VIDIOC_QUERYCAP;
const unsigned long cv4l_enum_fmt = VIDIOC_ENUM_FMT;
const unsigned long cv4l_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
const unsigned long cv4l_g_fmt = VIDIOC_G_FMT;
const unsigned long cv4l_s_fmt = VIDIOC_S_FMT;
const unsigned long cv4l_reqbufs = VIDIOC_REQBUFS;
const unsigned long cv4l_querybuf = VIDIOC_QUERYBUF;
const unsigned long cv4l_qbuf = VIDIOC_QBUF;
const unsigned long cv4l_dqbuf = VIDIOC_DQBUF;
const unsigned long cv4l_streamon = VIDIOC_STREAMON;
const unsigned long cv4l_streamoff = VIDIOC_STREAMOFF;
const unsigned long cv4l_g_parm = VIDIOC_G_PARM;
const unsigned long cv4l_s_parm = VIDIOC_S_PARM;
const unsigned long cv4l_queryctrl = VIDIOC_QUERYCTRL;
const unsigned long cv4l_query_ext_ctrl = VIDIOC_QUERY_EXT_CTRL;
const unsigned long cv4l_querymenu = VIDIOC_QUERYMENU;
const unsigned long cv4l_g_ctrl = VIDIOC_G_CTRL;
const unsigned long cv4l_s_ctrl = VIDIOC_S_CTRL;
const unsigned long cv4l_g_ext_ctrls = VIDIOC_G_EXT_CTRLS;
const unsigned long cv4l_s_ext_ctrls = VIDIOC_S_EXT_CTRLS;
const unsigned long cv4l_s_input = VIDIOC_S_INPUT;
const unsigned long cv4l_s_output = VIDIOC_S_OUTPUT;

static int or_errno(int result) { return result == -1 ? -errno : result; }

int cv4l_open(const char *path) { return or_errno(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)); }

int cv4l_close(int fd) { return or_errno(close(fd)); }

int cv4l_is_character_device(const char *path) {
  struct stat status;
  if (stat(path, &status) == -1) return -errno;
  return S_ISCHR(status.st_mode) ? 1 : 0;
}

int cv4l_ioctl(int fd, unsigned long request, void *argument) { return or_errno(ioctl(fd, request, argument)); }

int cv4l_wait(int fd, int milliseconds, int *trouble) {
  struct pollfd entry = {.fd = fd, .events = POLLIN};
  int result = or_errno(poll(&entry, 1, milliseconds));
  *trouble = result > 0 && (entry.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
  return result;
}

int cv4l_map(int fd, size_t length, unsigned int offset, void **address) {
  // The mapping is shared because the driver writes into it. PROT_WRITE is set because some drivers refuse a read-only
  // mapping.
  void *result = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
  if (result == MAP_FAILED) return -errno;
  *address = result;
  return 0;
}

int cv4l_unmap(void *address, size_t length) { return or_errno(munmap(address, length)); }

void cv4l_pack_control(const cv4l_control_value *from, struct v4l2_ext_control *to) {
  memset(to, 0, sizeof *to);
  to->id = from->id;
  if (from->is_wide) {
    to->value64 = from->value;
  } else {
    to->value = (__s32)from->value;
  }
}

void cv4l_unpack_control(const struct v4l2_ext_control *from, cv4l_control_value *to) {
  to->id = from->id;
  to->value = to->is_wide ? from->value64 : from->value;
}

void cv4l_pack_menu_request(__u32 id, __u32 index, struct v4l2_querymenu *to) {
  memset(to, 0, sizeof *to);
  to->id = id;
  to->index = index;
}

__u32 cv4l_menu_id(const struct v4l2_querymenu *menu) { return menu->id; }
__u32 cv4l_menu_index(const struct v4l2_querymenu *menu) { return menu->index; }
__s64 cv4l_menu_value(const struct v4l2_querymenu *menu) { return menu->value; }

void cv4l_pack_menu_name(const char *name, struct v4l2_querymenu *to) {
  memset(to->name, 0, sizeof to->name);
  memcpy(to->name, name, strnlen(name, sizeof to->name));
}

void cv4l_pack_menu_value(__s64 value, struct v4l2_querymenu *to) { to->value = value; }

long long cv4l_monotonic_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

void *cv4l_open_folder(const char *path) { return opendir(path); }

const char *cv4l_next_name(void *folder) {
  struct dirent *entry = readdir(folder);
  return entry == NULL ? NULL : entry->d_name;
}

void cv4l_close_folder(void *folder) { closedir(folder); }

#else

// A translation unit must not be empty.
typedef int cv4l_not_on_this_platform;

#endif
