/// What the meter does about a quantity.
enum Course: Hashable, Sendable {
  /// Nothing: nobody asked, or a scan failed.
  case resting
  case scanning
  /// Since when it has been metering; `nil` while it is converged.
  case following(since: Double?)
  /// `nil` for good.
  case locked(until: Double?)

  var isFollowing: Bool {
    if case .following = self { return true }
    return false
  }

  var isActive: Bool { self == .scanning || isFollowing }
}

/// One course for each quantity: named fields, because every frame asks for them.
struct Courses: Hashable, Sendable {
  private var exposure = Course.resting
  private var focus = Course.resting
  private var whiteBalance = Course.resting

  subscript(quantity: MeteringQuantity) -> Course {
    get {
      switch quantity {
      case .exposure: exposure
      case .focus: focus
      case .whiteBalance: whiteBalance
      }
    }
    set {
      switch quantity {
      case .exposure: exposure = newValue
      case .focus: focus = newValue
      case .whiteBalance: whiteBalance = newValue
      }
    }
  }
}

/// What has been measured of each quantity.
struct Controls: Hashable, Sendable {
  var exposure = ExposureControl()
  var focus = FocusControl()
  var whiteBalance = WhiteBalanceControl()
}

/// What a scan began from, and has changed since.
struct Origin: Hashable, Sendable {
  var courses = Courses()
  var scene = MeteringScene()
  var controls = Controls()
  /// In stops.
  var exposureChange = 0.0
  var lensMoved = false
  var gainsMoved = false
}

extension MeteringScene {
  mutating func set(_ status: MeteringStatus, _ reason: MeteringReason?, of quantity: MeteringQuantity) {
    switch quantity {
    case .exposure: (exposure.status, exposure.reason) = (status, reason)
    case .focus: (focus.status, focus.reason) = (status, reason)
    case .whiteBalance: (whiteBalance.status, whiteBalance.reason) = (status, reason)
    }
  }

  mutating func setExpiry(_ expiry: Double?, of quantity: MeteringQuantity) {
    switch quantity {
    case .exposure: exposure.lockExpiry = expiry
    case .focus: focus.lockExpiry = expiry
    case .whiteBalance: whiteBalance.lockExpiry = expiry
    }
  }
}

extension MeteringReason {
  /// Whether it may stand beside a converged quantity.
  var isLimit: Bool { self == .exposureAtLimit }
}
