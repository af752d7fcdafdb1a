#include "CCameraPages.h"

// #embed is C23, and clang has it in every mode since version 19.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t page_html[] = {
#embed "../CameraPages/Page/page.html"
};
static const uint8_t page_css[] = {
#embed "../CameraPages/Page/page.css"
};
static const uint8_t page_js[] = {
#embed "../CameraPages/Page/page.js"
};
static const uint8_t connection_js[] = {
#embed "../CameraPages/Page/connection.js"
};
static const uint8_t controls_js[] = {
#embed "../CameraPages/Page/controls.js"
};
static const uint8_t picture_js[] = {
#embed "../CameraPages/Page/picture.js"
};
static const uint8_t readings_js[] = {
#embed "../CameraPages/Page/readings.js"
};
static const uint8_t diagram_js[] = {
#embed "../CameraPages/Page/diagram.js"
};
static const uint8_t calibration_js[] = {
#embed "../CameraPages/Page/calibration.js"
};
static const uint8_t chart_js[] = {
#embed "../CameraPages/Page/chart.js"
};
static const uint8_t icon_svg[] = {
#embed "../CameraPages/Page/icon.svg"
};

#define SCRIPT "text/javascript; charset=utf-8"
#define FILE(name, type, bytes) {name, type, bytes, sizeof bytes}

static const struct page_file files[] = {
    FILE("/", "text/html; charset=utf-8", page_html),
    FILE("/page.css", "text/css; charset=utf-8", page_css),
    FILE("/page.js", SCRIPT, page_js),
    FILE("/connection.js", SCRIPT, connection_js),
    FILE("/controls.js", SCRIPT, controls_js),
    FILE("/picture.js", SCRIPT, picture_js),
    FILE("/readings.js", SCRIPT, readings_js),
    FILE("/diagram.js", SCRIPT, diagram_js),
    FILE("/calibration.js", SCRIPT, calibration_js),
    FILE("/chart.js", SCRIPT, chart_js),
    FILE("/icon.svg", "image/svg+xml", icon_svg),
};

struct page_file page_file_at(size_t index) {
  if (index < sizeof files / sizeof files[0]) return files[index];
  return (struct page_file){0};
}
