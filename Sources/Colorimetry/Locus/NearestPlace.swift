/// Temperature and Duv by their definition: the closest point of the Planckian locus in CIE 1960 u, v.
extension PlanckianLocus {
  /// Returns the reciprocal temperature, in mired, of the point of the locus that is nearest to `point`.
  ///
  /// The locus reaches from infinite to the lowest temperature; beyond an end, the result is that end. There is an
  /// answer for every finite point. It is unique where Duv is above ``lowestDuv``.
  package static func nearestMired(to point: UniformChromaticity) -> Double {
    PlanckianPlace.mired(place: NearestPlace(to: TablePoint(point)).place)
  }
}

/// The parameter of the nearest point on the locus between its ends, and the position of the given point relative to
/// it.
package struct NearestPlace {
  package var place: Double
  package var duv: Double
  /// The component of the distance along the tangent: 0 at a foot, and beyond an end of the locus the distance past it.
  package var along: Double

  package init(to point: TablePoint) {
    let foot = PlanckianFoot(near: point)
    if foot.isAnswer {
      self.init(place: foot.place, duv: foot.duv, along: 0)
    } else {
      self.init(searchingFor: point)
    }
  }

  private init(place: Double, duv: Double, along: Double) {
    self.place = place
    self.duv = duv
    self.along = along
  }

  /// Searches all segments by their centres, and then takes Newton's steps inside a bracket that every step narrows.
  init(searchingFor point: TablePoint) {
    let nearest = Self.nearestCenter(to: point)
    var low = max(nearest - 1, 0)
    var high = min(nearest + 1, PlanckianPlace.highest)
    for end in [low, high] where end == 0 || end == PlanckianPlace.highest {
      let position = PlanckianDistance.position(of: point, place: end)
      if end == 0 ? position.along <= 0 : position.along >= 0 {
        self.init(place: end, duv: position.across, along: position.along)
        return
      }
    }
    var place = min(nearest, PlanckianPlace.highest)
    for _ in 0..<Self.iterationLimit {
      let position = PlanckianDistance.position(of: point, place: place)
      if position.along > 0 { low = place } else { high = place }
      let step = -position.along / position.slope
      if abs(step) <= 2 * place.ulp || high - low <= 2 * high.ulp { break }
      let next = place + step
      place = position.slope < 0 && next > low && next < high ? next : (low + high) / 2
    }
    self.init(place: place, duv: PlanckianDistance.position(of: point, place: place).across, along: 0)
  }

  private static func nearestCenter(to point: TablePoint) -> Double {
    var nearest = 0.0
    var least = Double.infinity
    for center in 0...Int(PlanckianPlace.highest.rounded()) {
      let locus = PlanckianFrame(place: Double(center)).point(across: 0)
      let distance = (locus.u - point.u) * (locus.u - point.u) + (locus.v - point.v) * (locus.v - point.v)
      if distance < least { (nearest, least) = (Double(center), distance) }
    }
    return nearest
  }

  /// The largest number of steps. Bisection alone narrows two segments to the last bit in 60.
  private static let iterationLimit = 64
}
