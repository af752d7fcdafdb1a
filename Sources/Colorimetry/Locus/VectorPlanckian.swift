#if canImport(CPlanckian)
  internal import CPlanckian

  // This is the only file of this module that hands memory to C: the table, whose size `PlanckianTable` has, and planes
  // of one count. C keeps nothing after a call.

  extension PlanckianLoops {
    /// The number of instruction sets that this processor has, of those that the vectors are compiled for.
    static var instructionSetCount: Int { cpl_instruction_set_count() }

    /// Does the same as ``PlanckianBlock``, with the vectors of one of C's instruction sets.
    static func vectorNearest(
      _ x: Span<Double>, _ y: Span<Double>, _ temperatures: inout MutableSpan<Double>,
      _ duvs: inout MutableSpan<Double>, _ failures: inout MutableSpan<Bool>, _ constant: SecondRadiationConstant,
      instructionSet: Int
    ) -> Int {
      unsafe call(cpl_nearest, x, y, &temperatures, &duvs, &failures, constant, instructionSet: instructionSet)
    }

    /// Does the same as ``ChromaticityBlock``, with the vectors of one of C's instruction sets.
    static func vectorPoints(
      _ temperatures: Span<Double>, _ duvs: Span<Double>, _ x: inout MutableSpan<Double>,
      _ y: inout MutableSpan<Double>, _ failures: inout MutableSpan<Bool>, _ constant: SecondRadiationConstant,
      instructionSet: Int
    ) -> Int {
      unsafe call(cpl_points, temperatures, duvs, &x, &y, &failures, constant, instructionSet: instructionSet)
    }

    private typealias Conversion =
      @convention(c) (
        Int, UnsafePointer<cpl_locus>?, Int, UnsafePointer<Double>?, UnsafePointer<Double>?,
        UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?, UnsafeMutablePointer<UInt8>?
      ) -> Int

    private static func call(
      _ convert: Conversion, _ first: Span<Double>, _ second: Span<Double>,
      _ firstResult: inout MutableSpan<Double>, _ secondResult: inout MutableSpan<Double>,
      _ failures: inout MutableSpan<Bool>, _ constant: SecondRadiationConstant, instructionSet: Int
    ) -> Int {
      let count = first.count
      precondition((0..<instructionSetCount).contains(instructionSet), "no instruction set \(instructionSet)")
      precondition(
        second.count == count && firstResult.count == count && secondResult.count == count && failures.count == count,
        "planes of \(count) lights have one count")
      return unsafe withLocus(constant) { locus in
        unsafe first.withUnsafeBufferPointer { first in
          unsafe second.withUnsafeBufferPointer { second in
            unsafe firstResult.withUnsafeMutableBufferPointer { firstResult in
              unsafe secondResult.withUnsafeMutableBufferPointer { secondResult in
                // A Bool is a byte, 0 or 1.
                unsafe failures.withUnsafeMutableBytes { failures in
                  unsafe convert(
                    instructionSet, locus, count, first.baseAddress, second.baseAddress, firstResult.baseAddress,
                    secondResult.baseAddress, failures.assumingMemoryBound(to: UInt8.self).baseAddress)
                }
              }
            }
          }
        }
      }
    }

    /// Calls `body` with what the Swift sources know of the locus.
    private static func withLocus(
      _ constant: SecondRadiationConstant, _ body: (UnsafePointer<cpl_locus>) -> Int
    ) -> Int {
      let domain = TablePoint.Domain(constant)
      var locus = unsafe cpl_locus(
        coefficients: coefficients, coefficients_by_power: coefficientsByPower,
        guess_numerator: PlanckianTable.guessNumerator.tuple,
        guess_denominator: PlanckianTable.guessDenominator.tuple,
        first_segment: Float(PlanckianTable.firstSegment), last_segment: Float(PlanckianTable.lastSegment),
        guess_shift: PlanckianFoot.roundingShift, rounding_shift: PlanckianPlace.roundingShift,
        segments_per_unit: PlanckianTable.segmentsPerUnit,
        temperature_scale: domain.temperatureScale, lowest_temperature: domain.lowestTemperature,
        highest_place: PlanckianPlace.highest, lowest_duv: PlanckianLocus.lowestDuv,
        longest_step: PlanckianFoot.longestStep, reach: PlanckianTable.reach,
        origin_x: PlanckianTable.originX, origin_y: PlanckianTable.originY,
        u_of_x: TablePoint.uOfX, u_of_y: TablePoint.uOfY, v_of_x: TablePoint.vOfX, v_of_y: TablePoint.vOfY,
        x_of_u: TablePoint.xOfU, x_of_v: TablePoint.xOfV, y_of_u: TablePoint.yOfU, y_of_v: TablePoint.yOfV,
        denominator_at_origin: TablePoint.denominatorAtOrigin)
      return unsafe body(&locus)
    }

    // Threads share these two tables safely: they are written when they are made, and only read from then on.

    /// The coefficients of the locus, for C.
    private nonisolated(unsafe) static let coefficients = unsafe inWholeLines(PlanckianTable.coefficients)

    /// The same coefficients power by power, the four functions side by side: a vector of C is one power of all
    /// functions where the parameter is known, and eight powers of one function where it is not.
    private nonisolated(unsafe) static let coefficientsByPower = unsafe inWholeLines(
      ContiguousArray(
        PlanckianTable.coefficients.indices.map { index in
          let size = PlanckianTable.segmentSize
          let (segment, rest) = (index / size * size, index % size)
          return PlanckianTable.coefficients[segment + rest % 4 * 8 + rest / 4]
        }))

    /// Returns a copy that stays for good, and whose rows of eight fill whole lines of the processor's cache. Rows
    /// across lines, as an array may have them, take the loops a fifth longer.
    private static func inWholeLines(_ numbers: ContiguousArray<Double>) -> UnsafePointer<Double> {
      let copy = unsafe UnsafeMutableRawPointer.allocate(
        byteCount: numbers.count * MemoryLayout<Double>.stride, alignment: cacheLine
      ).bindMemory(to: Double.self, capacity: numbers.count)
      for (index, number) in numbers.enumerated() { unsafe (copy + index).initialize(to: number) }
      return unsafe UnsafePointer(copy)
    }

    /// The bytes of a line of the cache, or a multiple of them.
    private static let cacheLine = 64
  }

  extension PlanckianTable.Cubic {
    fileprivate var tuple: (Float, Float, Float, Float, Float, Float, Float, Float, Float, Float) {
      (one, y, yy, yyy, x, xy, xyy, xx, xxy, xxx)
    }
  }
#endif
