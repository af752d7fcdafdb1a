// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CVideo4Linux
  import RawFrames
  import Testing
  import VideoCapture

  @Suite struct MediaGraphTests {
    /// A graph of parts in a row or beside one another, each with a node.
    private struct Builder {
      var entities: [MediaGraph.Entity] = []
      var pads: [MediaGraph.Pad] = []
      var links: [MediaGraph.Link] = []
      var helpers: [UInt32: [UInt32]] = [:]
      var routes: [UInt32: [MediaGraph.Route]] = [:]

      @discardableResult
      mutating func add(_ name: String, _ function: MediaGraph.Function, sinks: Int, sources: Int) -> UInt32 {
        let id = UInt32(entities.count + 1)
        entities.append(.init(id: id, name: name, function: function, node: "/dev/\(name)"))
        for index in 0..<(sinks + sources) {
          pads.append(.init(id: id * 100 + UInt32(index), entity: id, index: index, isSource: index >= sinks))
        }
        return id
      }

      mutating func link(
        _ source: UInt32, _ pad: Int, _ sink: UInt32, _ sinkPad: Int, on: Bool = true, fixed: Bool = true
      ) {
        links.append(
          .init(
            source: source * 100 + UInt32(pad), sink: sink * 100 + UInt32(sinkPad), isEnabled: on, isImmutable: fixed))
      }

      var graph: MediaGraph {
        MediaGraph(entities: entities, pads: pads, links: links, helpers: helpers, routes: routes)
      }
    }

    private static let bridge = MediaGraph.Function(0x30001, givesFrames: false)

    @Test func `the way goes through every part between the sensor and its node`() throws {
      var builder = Builder()
      let sensor = builder.add("imx219", .sensor, sinks: 0, sources: 1)
      let receiver = builder.add("csi2", Self.bridge, sinks: 1, sources: 2)
      let embedded = builder.add("embedded", Self.bridge, sinks: 1, sources: 0)
      let node = builder.add("video0", .captureNode, sinks: 1, sources: 0)
      let lens = builder.add("dw9714", .lens, sinks: 0, sources: 0)
      builder.link(sensor, 0, receiver, 0)
      builder.link(receiver, 1, embedded, 0)
      builder.link(receiver, 2, node, 0)
      builder.helpers = [sensor: [lens]]
      let way = try #require(builder.graph.ways.first)
      #expect(way.links.map(\.source) == [sensor * 100, receiver * 100 + 2])
      #expect(way.node.name == "video0" && way.lens?.name == "dw9714")
      #expect(builder.graph.linksFed(by: way.sensor).count == 3)
    }

    @Test func `the nearest node is taken, and a link that is on goes before one that would be switched`() throws {
      var builder = Builder()
      let sensor = builder.add("sensor", .sensor, sinks: 0, sources: 1)
      let debayer = builder.add("debayer", Self.bridge, sinks: 1, sources: 1)
      let far = builder.add("rgb", .captureNode, sinks: 1, sources: 0)
      let near = builder.add("raw", .captureNode, sinks: 1, sources: 0)
      builder.link(sensor, 0, debayer, 0)
      builder.link(debayer, 1, far, 0)
      var farOnly = builder
      builder.link(sensor, 0, near, 0)
      #expect(builder.graph.ways.first?.node.name == "raw")
      #expect(builder.graph.way(to: "/dev/rgb")?.links.count == 2)
      farOnly.link(sensor, 0, near, 0, on: false, fixed: false)
      #expect(farOnly.graph.ways.first?.node.name == "rgb")
    }

    @Test func `a link that is off is switched where there is no other way, and a fixed one is none`() {
      var builder = Builder()
      let sensor = builder.add("sensor", .sensor, sinks: 0, sources: 1)
      let node = builder.add("raw", .captureNode, sinks: 1, sources: 0)
      var fixed = builder
      builder.link(sensor, 0, node, 0, on: false, fixed: false)
      fixed.link(sensor, 0, node, 0, on: false, fixed: true)
      #expect(builder.graph.ways.count == 1)
      #expect(fixed.graph.ways.isEmpty)
    }

    /// An image signal processor as rkisp1's: its statistics are one link away, its frames two.
    @Test func `a way ends at a node that gives frames, though one of statistics is nearer`() throws {
      var builder = Builder()
      let sensor = builder.add("imx219", .sensor, sinks: 0, sources: 1)
      let processor = builder.add("isp", Self.bridge, sinks: 2, sources: 2)
      let resizer = builder.add("resizer", Self.bridge, sinks: 1, sources: 1)
      let statistics = builder.add("stats", .init(0x10001, givesFrames: false), sinks: 1, sources: 0)
      let parameters = builder.add("params", .init(0x10001, givesFrames: false), sinks: 0, sources: 1)
      let node = builder.add("mainpath", .init(0x10001, givesFrames: true), sinks: 1, sources: 0)
      builder.link(sensor, 0, processor, 0, fixed: false)
      builder.link(parameters, 0, processor, 1)
      builder.link(processor, 3, statistics, 0)
      builder.link(processor, 2, resizer, 0, fixed: false)
      builder.link(resizer, 1, node, 0)
      let way = try #require(builder.graph.ways.first)
      #expect(way.node.name == "mainpath" && way.links.count == 3)
      #expect(builder.graph.way(to: "/dev/stats") == nil)
    }

    @Test func `a way follows the routes within parts, each stream its own`() throws {
      var builder = Builder()
      let sensor = builder.add("sensor", .sensor, sinks: 1, sources: 1)
      let merger = builder.add("merger", Self.bridge, sinks: 2, sources: 1)
      let splitter = builder.add("splitter", Self.bridge, sinks: 1, sources: 2)
      let first = builder.add("first", .captureNode, sinks: 1, sources: 0)
      let second = builder.add("second", .captureNode, sinks: 1, sources: 0)
      builder.link(sensor, 1, merger, 1)
      builder.link(merger, 2, splitter, 0)
      builder.link(splitter, 1, first, 0)
      builder.link(splitter, 2, second, 0)
      builder.routes[merger] = [
        .init(sink: 0, sinkStream: 0, source: 2, sourceStream: 0),
        .init(sink: 1, sinkStream: 0, source: 2, sourceStream: 5),
      ]
      builder.routes[splitter] = [
        .init(sink: 0, sinkStream: 0, source: 1, sourceStream: 0),
        .init(sink: 0, sinkStream: 5, source: 2, sourceStream: 0),
      ]
      let way = try #require(builder.graph.ways.first)
      #expect(way.node.name == "second" && way.streams == [0, 5, 0])
      #expect(builder.graph.way(to: "/dev/first") == nil)
      // A part without streams passes none but the first on.
      builder.routes[splitter] = nil
      #expect(builder.graph.ways.isEmpty)
    }

    @Test func `a graph with a circle has an end`() {
      var builder = Builder()
      let sensor = builder.add("sensor", .sensor, sinks: 0, sources: 1)
      let one = builder.add("one", Self.bridge, sinks: 2, sources: 1)
      let two = builder.add("two", Self.bridge, sinks: 1, sources: 1)
      builder.link(sensor, 0, one, 0)
      builder.link(one, 2, two, 0)
      builder.link(two, 1, one, 1)
      #expect(builder.graph.ways.isEmpty)
      #expect(builder.graph.linksFed(by: builder.entities[0]).count == 3)
    }

    @Test func `codes are those of the kernel's header, and each has the formats of its depth and order`() throws {
      let kernel: [(BayerPattern?, Int, Int32)] = [
        (.bggr, 8, MEDIA_BUS_FMT_SBGGR8_1X8), (.gbrg, 8, MEDIA_BUS_FMT_SGBRG8_1X8),
        (.grbg, 8, MEDIA_BUS_FMT_SGRBG8_1X8),
        (.rggb, 8, MEDIA_BUS_FMT_SRGGB8_1X8), (.bggr, 10, MEDIA_BUS_FMT_SBGGR10_1X10),
        (.gbrg, 10, MEDIA_BUS_FMT_SGBRG10_1X10), (.grbg, 10, MEDIA_BUS_FMT_SGRBG10_1X10),
        (.rggb, 10, MEDIA_BUS_FMT_SRGGB10_1X10), (.bggr, 12, MEDIA_BUS_FMT_SBGGR12_1X12),
        (.gbrg, 12, MEDIA_BUS_FMT_SGBRG12_1X12), (.grbg, 12, MEDIA_BUS_FMT_SGRBG12_1X12),
        (.rggb, 12, MEDIA_BUS_FMT_SRGGB12_1X12), (.bggr, 14, MEDIA_BUS_FMT_SBGGR14_1X14),
        (.gbrg, 14, MEDIA_BUS_FMT_SGBRG14_1X14), (.grbg, 14, MEDIA_BUS_FMT_SGRBG14_1X14),
        (.rggb, 14, MEDIA_BUS_FMT_SRGGB14_1X14), (.bggr, 16, MEDIA_BUS_FMT_SBGGR16_1X16),
        (.gbrg, 16, MEDIA_BUS_FMT_SGBRG16_1X16), (.grbg, 16, MEDIA_BUS_FMT_SGRBG16_1X16),
        (.rggb, 16, MEDIA_BUS_FMT_SRGGB16_1X16), (nil, 8, MEDIA_BUS_FMT_Y8_1X8), (nil, 10, MEDIA_BUS_FMT_Y10_1X10),
        (nil, 12, MEDIA_BUS_FMT_Y12_1X12), (nil, 14, MEDIA_BUS_FMT_Y14_1X14),
      ]
      for (pattern, bits, number) in kernel {
        let code = try #require(BusCode(pattern, bits: bits))
        #expect(code.rawValue == UInt32(number))
        #expect(code.pixelFormats.allSatisfy { $0.busCode == code } && !code.pixelFormats.isEmpty)
      }
      #expect(BusCode(rawValue: 0x100a).description == "0x100a" && !BusCode(rawValue: 0x100a).isRaw)
      #expect(BusCode(.rggb, bits: 10)?.pixelFormats.map(\.fourCC.description) == ["RG10", "pRAA", "ip3r"])
    }
  }
#endif
