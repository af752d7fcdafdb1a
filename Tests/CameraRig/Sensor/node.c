// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/*
 * The capture node: it takes what the receiver's source has. It comes when the sensor's driver is bound and goes when
 * that is unbound.
 *
 * Frame n shows the exposure and has the length that were in the registers when frame n - 1 began, and the gains that
 * were there when it began itself: the delays that libcamera knows of this sensor, 2 frames and 1 from the frame in
 * which a register is written.
 */
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <media/v4l2-fh.h>
#include <media/v4l2-ioctl.h>
#include <media/v4l2-mc.h>
#include <media/videobuf2-vmalloc.h>

#include "receiver.h"

struct rig_buffer {
	struct vb2_v4l2_buffer vb;
	struct list_head list;
};

/* ---- Frames ---- */

static struct rig_buffer *next_buffer(struct receiver *receiver)
{
	struct rig_buffer *buffer;

	spin_lock(&receiver->list_lock);
	buffer = list_first_entry_or_null(&receiver->waiting, struct rig_buffer, list);
	if (buffer)
		list_del(&buffer->list);
	spin_unlock(&receiver->list_lock);
	return buffer;
}

static void deliver(struct receiver *receiver, struct rig_picture *picture, const struct sensor_state *state,
		    u32 number, ktime_t end)
{
	struct rig_buffer *buffer;

	if (!state->streams || rig_fault & RIG_FAULT_SILENT)
		return;
	buffer = next_buffer(receiver);
	if (!buffer)
		return;
	picture->embedded = min(rig_embedded, picture->height);
	rig_picture_draw(picture, state, vb2_plane_vaddr(&buffer->vb.vb2_buf, 0));
	buffer->vb.vb2_buf.timestamp = ktime_to_ns(end);
	buffer->vb.sequence = number;
	buffer->vb.field = V4L2_FIELD_NONE;
	vb2_set_plane_payload(&buffer->vb.vb2_buf, 0, receiver->format.sizeimage);
	vb2_buffer_done(&buffer->vb.vb2_buf, rig_fault & RIG_FAULT_DAMAGED ? VB2_BUF_STATE_ERROR : VB2_BUF_STATE_DONE);
}

static int run(void *argument)
{
	struct receiver *receiver = argument;
	const struct rig_format *format = rig_format_of_fourcc(receiver->format.pixelformat);
	struct rig_picture picture = {
		.width = receiver->format.width,
		.height = receiver->format.height,
		.stride = receiver->format.bytesperline,
		.order = format->order,
		.packing = format->packing,
	};
	/* What the registers held when each of the last frames began, the newest first. */
	struct sensor_state begun[RIG_MOST_LATE + 2];
	ktime_t end = ktime_get();
	u32 number = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(begun); i++)
		rig_bus_read(&begun[i]);
	while (!kthread_should_stop()) {
		uint late = min_t(uint, rig_late, RIG_MOST_LATE);
		struct sensor_state exposed;

		memmove(&begun[1], &begun[0], sizeof(begun) - sizeof(begun[0]));
		rig_bus_read(&begun[0]);
		exposed = begun[late];
		exposed.exposure = begun[late + 1].exposure;
		exposed.frame_length = begun[late + 1].frame_length;
		rig_frame = number + 1;
		end = ktime_add_ns(end, rig_picture_duration(&exposed));
		/* What could not be drawn in time is not caught up with. */
		if (ktime_before(end, ktime_get()))
			end = ktime_get();
		set_current_state(TASK_INTERRUPTIBLE);
		if (kthread_should_stop()) {
			__set_current_state(TASK_RUNNING);
			break;
		}
		schedule_hrtimeout(&end, HRTIMER_MODE_ABS);
		if (!kthread_should_stop())
			deliver(receiver, &picture, &exposed, number, end);
		number++;
	}
	return 0;
}

/* ---- The queue of buffers ---- */

static int queue_setup(struct vb2_queue *queue, unsigned int *buffers, unsigned int *planes, unsigned int sizes[],
		       struct device *devices[])
{
	struct receiver *receiver = vb2_get_drv_priv(queue);

	if (*planes)
		return sizes[0] < receiver->format.sizeimage ? -EINVAL : 0;
	*planes = 1;
	sizes[0] = receiver->format.sizeimage;
	return 0;
}

static int buffer_prepare(struct vb2_buffer *buffer)
{
	struct receiver *receiver = vb2_get_drv_priv(buffer->vb2_queue);

	return vb2_plane_size(buffer, 0) < receiver->format.sizeimage ? -EINVAL : 0;
}

static void buffer_queue(struct vb2_buffer *buffer)
{
	struct receiver *receiver = vb2_get_drv_priv(buffer->vb2_queue);

	spin_lock(&receiver->list_lock);
	list_add_tail(&container_of(to_vb2_v4l2_buffer(buffer), struct rig_buffer, vb)->list, &receiver->waiting);
	spin_unlock(&receiver->list_lock);
}

static void give_back(struct receiver *receiver, enum vb2_buffer_state state)
{
	struct rig_buffer *buffer;

	while ((buffer = next_buffer(receiver)))
		vb2_buffer_done(&buffer->vb.vb2_buf, state);
}

static int start_streaming(struct vb2_queue *queue, unsigned int count)
{
	struct receiver *receiver = vb2_get_drv_priv(queue);
	int result = video_device_pipeline_start(receiver->video, &receiver->pipeline);

	if (result)
		goto no_pipeline;
	rig_frame = 0;
	result = v4l2_subdev_call(receiver->sensor, video, s_stream, 1);
	if (result)
		goto no_stream;
	receiver->thread = kthread_run(run, receiver, "rig-sensor");
	if (!IS_ERR(receiver->thread))
		return 0;
	result = PTR_ERR(receiver->thread);
	v4l2_subdev_call(receiver->sensor, video, s_stream, 0);
no_stream:
	video_device_pipeline_stop(receiver->video);
no_pipeline:
	give_back(receiver, VB2_BUF_STATE_QUEUED);
	return result;
}

static void stop_streaming(struct vb2_queue *queue)
{
	struct receiver *receiver = vb2_get_drv_priv(queue);

	kthread_stop(receiver->thread);
	v4l2_subdev_call(receiver->sensor, video, s_stream, 0);
	video_device_pipeline_stop(receiver->video);
	give_back(receiver, VB2_BUF_STATE_ERROR);
}

static const struct vb2_ops queue_ops = {
	.queue_setup = queue_setup,
	.buf_prepare = buffer_prepare,
	.buf_queue = buffer_queue,
	.start_streaming = start_streaming,
	.stop_streaming = stop_streaming,
	.wait_prepare = vb2_ops_wait_prepare,
	.wait_finish = vb2_ops_wait_finish,
};

/* ---- The capture node ---- */

static int query_capabilities(struct file *file, void *handle, struct v4l2_capability *capability)
{
	strscpy(capability->driver, "rig_board", sizeof(capability->driver));
	strscpy(capability->card, "Rig Board", sizeof(capability->card));
	return 0;
}

static int enumerate_formats(struct file *file, void *handle, struct v4l2_fmtdesc *entry)
{
	u32 at, left = entry->index;

	for (at = 0; at < RIG_FORMATS; at++) {
		if (entry->mbus_code && rig_formats[at].code != entry->mbus_code)
			continue;
		if (left-- == 0) {
			entry->pixelformat = rig_formats[at].fourcc;
			return 0;
		}
	}
	return -EINVAL;
}

static int get_format(struct file *file, void *handle, struct v4l2_format *format)
{
	struct receiver *receiver = video_drvdata(file);

	format->fmt.pix = receiver->format;
	return 0;
}

void rig_node_adjust(struct v4l2_pix_format *format)
{
	const struct rig_format *known = rig_format_of_fourcc(format->pixelformat) ?: &rig_formats[0];

	format->pixelformat = known->fourcc;
	format->width = clamp_t(u32, format->width, LEAST_SIDE, RIG_MOST_SIDE) & ~(SIDE_STEP - 1);
	format->height = clamp_t(u32, format->height, LEAST_SIDE, RIG_MOST_SIDE) & ~(SIDE_STEP - 1);
	format->bytesperline = known->packing == RIG_WORDS ? format->width * 2 :
			       known->packing == RIG_PACKED ? format->width / 4 * 5 :
			       known->packing == RIG_PACKED_12 ? format->width / 2 * 3 : format->width;
	format->sizeimage = format->bytesperline * format->height;
	format->field = V4L2_FIELD_NONE;
	format->colorspace = V4L2_COLORSPACE_RAW;
}

static int try_format(struct file *file, void *handle, struct v4l2_format *format)
{
	rig_node_adjust(&format->fmt.pix);
	return 0;
}

static int set_format(struct file *file, void *handle, struct v4l2_format *format)
{
	struct receiver *receiver = video_drvdata(file);

	if (vb2_is_busy(video_devdata(file)->queue))
		return -EBUSY;
	rig_node_adjust(&format->fmt.pix);
	receiver->format = format->fmt.pix;
	return 0;
}

static int enumerate_sizes(struct file *file, void *handle, struct v4l2_frmsizeenum *entry)
{
	if (entry->index || !rig_format_of_fourcc(entry->pixel_format))
		return -EINVAL;
	entry->type = V4L2_FRMSIZE_TYPE_STEPWISE;
	entry->stepwise = (struct v4l2_frmsize_stepwise){
		LEAST_SIDE, RIG_MOST_SIDE, SIDE_STEP, LEAST_SIDE, RIG_MOST_SIDE, SIDE_STEP };
	return 0;
}

static const struct v4l2_ioctl_ops ioctl_ops = {
	.vidioc_querycap = query_capabilities,
	.vidioc_enum_fmt_vid_cap = enumerate_formats,
	.vidioc_g_fmt_vid_cap = get_format,
	.vidioc_try_fmt_vid_cap = try_format,
	.vidioc_s_fmt_vid_cap = set_format,
	.vidioc_enum_framesizes = enumerate_sizes,
	.vidioc_reqbufs = vb2_ioctl_reqbufs,
	.vidioc_create_bufs = vb2_ioctl_create_bufs,
	.vidioc_querybuf = vb2_ioctl_querybuf,
	.vidioc_qbuf = vb2_ioctl_qbuf,
	.vidioc_dqbuf = vb2_ioctl_dqbuf,
	.vidioc_expbuf = vb2_ioctl_expbuf,
	.vidioc_streamon = vb2_ioctl_streamon,
	.vidioc_streamoff = vb2_ioctl_streamoff,
};

static const struct v4l2_file_operations file_ops = {
	.owner = THIS_MODULE,
	.open = v4l2_fh_open,
	.release = vb2_fop_release,
	.poll = vb2_fop_poll,
	.mmap = vb2_fop_mmap,
	.unlocked_ioctl = video_ioctl2,
};

/* What the source pad has must be what the node is set to. */
static int validate_node(struct media_link *link)
{
	struct video_device *video = media_entity_to_video_device(link->sink->entity);
	struct receiver *receiver = video_get_drvdata(video);
	struct v4l2_subdev_format pad = { .which = V4L2_SUBDEV_FORMAT_ACTIVE, .pad = link->source->index };
	const struct rig_format *format = rig_format_of_fourcc(receiver->format.pixelformat);
	int result = v4l2_subdev_call_state_active(media_entity_to_v4l2_subdev(link->source->entity), pad, get_fmt, &pad);

	if (result)
		return result;
	return format->code == pad.format.code && pad.format.width == receiver->format.width &&
	       pad.format.height == receiver->format.height ? 0 : -EPIPE;
}

static const struct media_entity_operations video_entity_ops = {
	.link_validate = validate_node,
};

/* A capture node. It lives as long as a program has it open, even if a new node has taken its place. */
struct rig_node {
	struct video_device video;
	struct media_pad pad;
	struct vb2_queue queue;
};

static void release_node(struct video_device *video)
{
	kfree(container_of(video, struct rig_node, video));
}

static int queue_init(struct vb2_queue *queue, struct receiver *receiver)
{
	queue->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	queue->io_modes = VB2_MMAP | VB2_DMABUF;
	queue->drv_priv = receiver;
	queue->buf_struct_size = sizeof(struct rig_buffer);
	queue->ops = &queue_ops;
	queue->mem_ops = &vb2_vmalloc_memops;
	queue->timestamp_flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
	queue->min_buffers_needed = 2;
	queue->lock = &receiver->lock;
	return vb2_queue_init(queue);
}

int rig_node_add(struct receiver *receiver)
{
	struct rig_node *node = kzalloc(sizeof(*node), GFP_KERNEL);
	struct video_device *video;
	int result;

	if (!node)
		return -ENOMEM;
	video = &node->video;
	strscpy(video->name, "rig capture", sizeof(video->name));
	video->fops = &file_ops;
	video->ioctl_ops = &ioctl_ops;
	video->release = release_node;
	video->lock = &receiver->lock;
	video->queue = &node->queue;
	video->v4l2_dev = &receiver->v4l2;
	video->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_IO_MC;
	video->entity.ops = &video_entity_ops;
	node->pad.flags = MEDIA_PAD_FL_SINK;
	result = queue_init(&node->queue, receiver);
	result = result ?: media_entity_pads_init(&video->entity, 1, &node->pad);
	if (result) {
		kfree(node);
		return result;
	}
	video_set_drvdata(video, receiver);
	receiver->video = video;
	result = video_register_device(video, VFL_TYPE_VIDEO, -1);
	if (result) {
		receiver->video = NULL;
		kfree(node);
		return result;
	}
	return media_create_pad_link(&receiver->subdevice.entity, SOURCE, &video->entity, 0,
				     MEDIA_LNK_FL_ENABLED | MEDIA_LNK_FL_IMMUTABLE);
}

/* Ends a stream that runs; who has the node open gets errors from then on, and the graph has it no more. */
void rig_node_remove(struct receiver *receiver)
{
	struct video_device *video = receiver->video;

	if (!video)
		return;
	get_device(&video->dev);
	vb2_video_unregister_device(video);
	media_device_unregister_entity(&video->entity);
	receiver->video = NULL;
	put_device(&video->dev);
}
