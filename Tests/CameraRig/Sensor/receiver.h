/* SPDX-FileCopyrightText: 2026 The WhiteBalance authors */
/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RIG_RECEIVER_H
#define RIG_RECEIVER_H

#include <media/media-device.h>
#include <media/v4l2-async.h>
#include <media/v4l2-device.h>
#include <media/v4l2-subdev.h>
#include <media/videobuf2-v4l2.h>

#include "board.h"

#define LEAST_SIDE 16
#define SIDE_STEP 4	/* samples: packed formats have four in a group */
#define SINK 0
#define SOURCE 1

struct rig_format {
	u32 code, fourcc, order;
	enum rig_packing packing;
};

struct receiver {
	struct media_device media;
	struct v4l2_device v4l2;
	struct v4l2_async_notifier notifier;
	struct v4l2_subdev *sensor;
	struct v4l2_subdev subdevice;
	struct media_pad pads[2];
	struct video_device *video;
	struct media_pipeline pipeline;
	struct mutex lock;
	spinlock_t list_lock;
	struct list_head waiting;
	struct v4l2_pix_format format;
	struct task_struct *thread;
};

/* formats.c */
#define RIG_FORMATS 16
extern const struct rig_format rig_formats[RIG_FORMATS];
const struct rig_format *rig_format_of_code(u32 code);
const struct rig_format *rig_format_of_fourcc(u32 fourcc);
u32 rig_code_at(u32 index);

/* node.c */
void rig_node_adjust(struct v4l2_pix_format *format);
int rig_node_add(struct receiver *receiver);
void rig_node_remove(struct receiver *receiver);

#endif
