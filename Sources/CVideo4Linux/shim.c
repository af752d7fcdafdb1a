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
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

const unsigned long cv4l_querycap = VIDIOC_QUERYCAP;
const unsigned long cv4l_enum_fmt = VIDIOC_ENUM_FMT;
const unsigned long cv4l_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
const unsigned long cv4l_g_fmt = VIDIOC_G_FMT;
const unsigned long cv4l_s_fmt = VIDIOC_S_FMT;
const unsigned long cv4l_try_fmt = VIDIOC_TRY_FMT;
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
const unsigned long cv4l_subscribe_event = VIDIOC_SUBSCRIBE_EVENT;
const unsigned long cv4l_dqevent = VIDIOC_DQEVENT;
const unsigned long cv4l_media_device_info = MEDIA_IOC_DEVICE_INFO;
const unsigned long cv4l_media_topology = MEDIA_IOC_G_TOPOLOGY;
const unsigned long cv4l_media_setup_link = MEDIA_IOC_SETUP_LINK;
const unsigned long cv4l_subdev_g_fmt = VIDIOC_SUBDEV_G_FMT;
const unsigned long cv4l_subdev_s_fmt = VIDIOC_SUBDEV_S_FMT;
const unsigned long cv4l_subdev_enum_mbus_code = VIDIOC_SUBDEV_ENUM_MBUS_CODE;
const unsigned long cv4l_subdev_enum_frame_size = VIDIOC_SUBDEV_ENUM_FRAME_SIZE;

const unsigned long cv4l_subdev_g_routing = _IOWR('V', 38, cv4l_routing);
const unsigned long cv4l_subdev_s_client_cap = _IOWR('V', 102, cv4l_client_capability);

static int or_errno(int result) { return result == -1 ? -errno : result; }

int cv4l_open(const char *path) { return or_errno(open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)); }

int cv4l_close(int fd) { return or_errno(close(fd)); }

int cv4l_is_character_device(const char *path) {
  struct stat status;
  if (stat(path, &status) == -1) return -errno;
  return S_ISCHR(status.st_mode) ? 1 : 0;
}

void cv4l_let_go(int fd) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return;
  if (dup2(null, fd) == fd) fcntl(fd, F_SETFD, FD_CLOEXEC);
  close(null);
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

void cv4l_pack_topology(const cv4l_graph_size *size, struct media_v2_entity *entities,
                        struct media_v2_interface *interfaces, struct media_v2_pad *pads, struct media_v2_link *links,
                        struct media_v2_topology *to) {
  memset(to, 0, sizeof *to);
  to->num_entities = size->entities;
  to->num_interfaces = size->interfaces;
  to->num_pads = size->pads;
  to->num_links = size->links;
  to->ptr_entities = (__u64)(size_t)entities;
  to->ptr_interfaces = (__u64)(size_t)interfaces;
  to->ptr_pads = (__u64)(size_t)pads;
  to->ptr_links = (__u64)(size_t)links;
}

void cv4l_unpack_topology(const struct media_v2_topology *from, cv4l_graph_size *to) {
  *to = (cv4l_graph_size){from->num_entities, from->num_interfaces, from->num_pads, from->num_links};
}

void cv4l_unpack_entity(const struct media_v2_entity *from, cv4l_entity *to) {
  to->id = from->id;
  to->function = from->function;
  memcpy(to->name, from->name, sizeof to->name);
}

void cv4l_unpack_interface(const struct media_v2_interface *from, cv4l_interface *to) {
  *to = (cv4l_interface){from->id, from->intf_type, from->devnode.major, from->devnode.minor};
}

void cv4l_unpack_pad(const struct media_v2_pad *from, cv4l_pad *to) {
  *to = (cv4l_pad){from->id, from->entity_id, from->flags, from->index};
}

void cv4l_unpack_link(const struct media_v2_link *from, cv4l_link *to) {
  *to = (cv4l_link){from->id, from->source_id, from->sink_id, from->flags};
}

void cv4l_pack_link_setup(__u32 source_entity, __u16 source_index, __u32 sink_entity, __u16 sink_index, int is_enabled,
                          struct media_link_desc *to) {
  memset(to, 0, sizeof *to);
  to->source.entity = source_entity;
  to->source.index = source_index;
  to->source.flags = MEDIA_PAD_FL_SOURCE;
  to->sink.entity = sink_entity;
  to->sink.index = sink_index;
  to->sink.flags = MEDIA_PAD_FL_SINK;
  to->flags = is_enabled ? MEDIA_LNK_FL_ENABLED : 0;
}

void cv4l_pack_routing(cv4l_route *routes, __u32 room, cv4l_routing *to) {
  memset(to, 0, sizeof *to);
  to->which = V4L2_SUBDEV_FORMAT_ACTIVE;
  to->room = room;
  to->routes = (__u64)(size_t)routes;
}

// The word has another name in newer headers, but its place is the same: behind the last field that every header has.
static void set_word(void *request, size_t offset, __u32 value) { memcpy((char *)request + offset, &value, sizeof value); }

void cv4l_set_format_stream(struct v4l2_subdev_format *request, __u32 stream) {
  set_word(request, offsetof(struct v4l2_subdev_format, format) + sizeof request->format, stream);
}

void cv4l_set_code_stream(struct v4l2_subdev_mbus_code_enum *request, __u32 stream) {
  set_word(request, offsetof(struct v4l2_subdev_mbus_code_enum, flags) + sizeof request->flags, stream);
}

void cv4l_set_size_stream(struct v4l2_subdev_frame_size_enum *request, __u32 stream) {
  set_word(request, offsetof(struct v4l2_subdev_frame_size_enum, which) + sizeof request->which, stream);
}

int cv4l_device_number(const char *path, unsigned int *major_number, unsigned int *minor_number) {
  struct stat status;
  if (stat(path, &status) == -1) return -errno;
  *major_number = major(status.st_rdev);
  *minor_number = minor(status.st_rdev);
  return 0;
}

void cv4l_unpack_event(const struct v4l2_event *from, cv4l_control_event *to) {
  to->type = from->type;
  to->id = from->id;
  to->changes = from->u.ctrl.changes;
}

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

int cv4l_link_target(const char *path, char *target, int length) {
  ssize_t count = readlink(path, target, length - 1);
  if (count == -1) return -errno;
  target[count] = 0;
  return 0;
}

int cv4l_lock_holder(int fd) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(fd, F_GETLK, &lock) == -1 || lock.l_type == F_UNLCK) return 0;
  // A process of another namespace has the number 0, and a lock of an open file -1.
  return lock.l_pid > 0 ? lock.l_pid : -1;
}

#else

// A translation unit must not be empty.
typedef int cv4l_not_on_this_platform;

#endif
