// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: GPL-2.0-only
/* The CSI-2 receiver: a subdevice with a sink and a source, and the platform device that it is. */
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/property.h>

#include "receiver.h"

/* ---- The subdevice: what comes in goes out ---- */

static int init_config(struct v4l2_subdev *subdevice, struct v4l2_subdev_state *state)
{
	struct v4l2_mbus_framefmt format = {
		.width = 640, .height = 480, .code = MEDIA_BUS_FMT_SRGGB10_1X10,
		.field = V4L2_FIELD_NONE, .colorspace = V4L2_COLORSPACE_RAW };

	*v4l2_subdev_get_pad_format(subdevice, state, SINK) = format;
	*v4l2_subdev_get_pad_format(subdevice, state, SOURCE) = format;
	return 0;
}

static int enumerate_codes(struct v4l2_subdev *subdevice, struct v4l2_subdev_state *state,
			   struct v4l2_subdev_mbus_code_enum *entry)
{
	if (entry->pad == SOURCE)
		entry->code = entry->index ? 0 : v4l2_subdev_get_pad_format(subdevice, state, SINK)->code;
	else
		entry->code = rig_code_at(entry->index);
	return entry->code ? 0 : -EINVAL;
}

static int set_pad_format(struct v4l2_subdev *subdevice, struct v4l2_subdev_state *state, struct v4l2_subdev_format *format)
{
	if (format->pad == SOURCE)
		return v4l2_subdev_get_fmt(subdevice, state, format);
	if (!rig_format_of_code(format->format.code))
		format->format.code = rig_formats[0].code;
	if (rig_fault & RIG_FAULT_CODE)
		format->format.code = format->format.code == rig_formats[0].code ? rig_formats[RIG_FORMATS - 1].code : rig_formats[0].code;
	format->format.width = clamp_t(u32, format->format.width, LEAST_SIDE, RIG_MOST_SIDE);
	format->format.height = clamp_t(u32, format->format.height, LEAST_SIDE, RIG_MOST_SIDE);
	format->format.field = V4L2_FIELD_NONE;
	*v4l2_subdev_get_pad_format(subdevice, state, SINK) = format->format;
	*v4l2_subdev_get_pad_format(subdevice, state, SOURCE) = format->format;
	return 0;
}

static const struct v4l2_subdev_pad_ops pad_ops = {
	.init_cfg = init_config,
	.enum_mbus_code = enumerate_codes,
	.get_fmt = v4l2_subdev_get_fmt,
	.set_fmt = set_pad_format,
};

static const struct v4l2_subdev_ops subdevice_ops = {
	.pad = &pad_ops,
};

static const struct media_entity_operations subdevice_entity_ops = {
	.link_validate = v4l2_subdev_link_validate,
};

/* ---- The sensor comes and goes ---- */

static int sensor_bound(struct v4l2_async_notifier *notifier, struct v4l2_subdev *sensor, struct v4l2_async_subdev *match)
{
	struct receiver *receiver = container_of(notifier, struct receiver, notifier);

	receiver->sensor = sensor;
	return media_create_pad_link(&sensor->entity, 0, &receiver->subdevice.entity, SINK,
				     MEDIA_LNK_FL_ENABLED | MEDIA_LNK_FL_IMMUTABLE);
}

static int all_bound(struct v4l2_async_notifier *notifier)
{
	struct receiver *receiver = container_of(notifier, struct receiver, notifier);
	/* Also when the lens alone has come back: the node is there. */
	int result = receiver->video ? 0 : rig_node_add(receiver);

	return result ?: v4l2_device_register_subdev_nodes(&receiver->v4l2);
}

static void sensor_unbound(struct v4l2_async_notifier *notifier, struct v4l2_subdev *sensor, struct v4l2_async_subdev *match)
{
	struct receiver *receiver = container_of(notifier, struct receiver, notifier);

	if (sensor != receiver->sensor)
		return;
	rig_node_remove(receiver);
	receiver->sensor = NULL;
}

static const struct v4l2_async_notifier_operations notifier_ops = {
	.bound = sensor_bound,
	.complete = all_bound,
	.unbind = sensor_unbound,
};

static int subdevice_add(struct receiver *receiver, struct device *device)
{
	struct v4l2_subdev *subdevice = &receiver->subdevice;
	int result;

	v4l2_subdev_init(subdevice, &subdevice_ops);
	subdevice->owner = THIS_MODULE;
	subdevice->dev = device;
	strscpy(subdevice->name, "rig csi2", sizeof(subdevice->name));
	subdevice->flags |= V4L2_SUBDEV_FL_HAS_DEVNODE;
	subdevice->entity.function = MEDIA_ENT_F_VID_IF_BRIDGE;
	subdevice->entity.ops = &subdevice_entity_ops;
	receiver->pads[SINK].flags = MEDIA_PAD_FL_SINK;
	receiver->pads[SOURCE].flags = MEDIA_PAD_FL_SOURCE;
	result = media_entity_pads_init(&subdevice->entity, 2, receiver->pads);
	result = result ?: v4l2_subdev_init_finalize(subdevice);
	return result ?: v4l2_device_register_subdev(&receiver->v4l2, subdevice);
}

static int notifier_add(struct receiver *receiver, struct device *device)
{
	struct fwnode_handle *end = fwnode_graph_get_next_endpoint(dev_fwnode(device), NULL);
	struct v4l2_async_subdev *match;

	if (!end)
		return -ENODEV;
	v4l2_async_nf_init(&receiver->notifier);
	receiver->notifier.ops = &notifier_ops;
	match = v4l2_async_nf_add_fwnode_remote(&receiver->notifier, end, struct v4l2_async_subdev);
	fwnode_handle_put(end);
	return IS_ERR(match) ? PTR_ERR(match) : v4l2_async_nf_register(&receiver->v4l2, &receiver->notifier);
}

static int receiver_probe(struct platform_device *platform)
{
	struct device *device = &platform->dev;
	struct receiver *receiver = devm_kzalloc(device, sizeof(*receiver), GFP_KERNEL);
	int result;

	if (!receiver)
		return -ENOMEM;
	platform_set_drvdata(platform, receiver);
	mutex_init(&receiver->lock);
	spin_lock_init(&receiver->list_lock);
	INIT_LIST_HEAD(&receiver->waiting);
	receiver->format.width = 640;
	receiver->format.height = 480;
	rig_node_adjust(&receiver->format);
	receiver->media.dev = device;
	strscpy(receiver->media.model, "Rig Board", sizeof(receiver->media.model));
	strscpy(receiver->media.bus_info, "platform:rig-board", sizeof(receiver->media.bus_info));
	media_device_init(&receiver->media);
	receiver->v4l2.mdev = &receiver->media;
	result = v4l2_device_register(device, &receiver->v4l2);
	if (result)
		goto no_device;
	result = subdevice_add(receiver, device);
	if (result)
		goto no_subdevice;
	result = media_device_register(&receiver->media);
	if (result)
		goto no_subdevice;
	result = notifier_add(receiver, device);
	if (!result)
		return 0;

	media_device_unregister(&receiver->media);
no_subdevice:
	v4l2_device_unregister(&receiver->v4l2);
no_device:
	media_device_cleanup(&receiver->media);
	return result;
}

static int receiver_remove(struct platform_device *platform)
{
	struct receiver *receiver = platform_get_drvdata(platform);

	rig_node_remove(receiver);
	v4l2_async_nf_unregister(&receiver->notifier);
	v4l2_async_nf_cleanup(&receiver->notifier);
	media_device_unregister(&receiver->media);
	v4l2_device_unregister(&receiver->v4l2);
	v4l2_subdev_cleanup(&receiver->subdevice);
	media_device_cleanup(&receiver->media);
	return 0;
}

static struct platform_driver driver = {
	.driver = { .name = "rig-board" },
	.probe = receiver_probe,
	.remove = receiver_remove,
};

static struct platform_device *device;

int rig_receiver_add(void)
{
	struct platform_device_info info = {
		.name = "rig-board", .id = PLATFORM_DEVID_NONE, .fwnode = rig_nodes_receiver() };
	int result = platform_driver_register(&driver);

	if (result)
		return result;
	device = platform_device_register_full(&info);
	if (!IS_ERR(device))
		return 0;
	platform_driver_unregister(&driver);
	return PTR_ERR(device);
}

void rig_receiver_remove(void)
{
	platform_device_unregister(device);
	platform_driver_unregister(&driver);
}
