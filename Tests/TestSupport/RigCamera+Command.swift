#if os(Linux)
  extension RigCamera {
    /// The commands to the camera and to the scene before it.
    public enum Command: Hashable, Sendable {
      /// The card's signal in each channel at unit exposure, gain and balance, of the sensor's range above black.
      case light(red: Double, green: Double, blue: Double)
      /// The light of a blackbody, as bright in green as the light before.
      case lamp(temperature: Double)
      /// A factor of the light, 1 at first.
      case level(Double)
      /// The part of its mean by which the light swings at 100 Hz.
      case flicker(Double)
      /// The contrast of the card's texture in focus, 0 at first; the background's is always 0.6.
      case texture(Double)
      /// The focus setting at which the scene is sharp, 700 at first.
      case distance(Double)
      /// The frames until a control takes effect, 0...15.
      case delay(frames: Int)
      case plug
      case unplug
      /// The next frames say that they are damaged.
      case errorFrames(Int)
      /// The next frames come by half.
      case shortFrames(Int)
      /// Every transfer fails until the stream is started again.
      case haltEndpoint
      /// No frame comes until `resume`.
      case hang
      /// Ends all faults of the stream.
      case resume
      /// The next control that is set is refused.
      case refuseControl(Refusal)
      case tellState

      var line: String {
        switch self {
        case .light(let red, let green, let blue): "light \(red) \(green) \(blue)"
        case .lamp(let temperature): "lamp \(temperature)"
        case .level(let factor): "level \(factor)"
        case .flicker(let depth): "flicker \(depth)"
        case .texture(let contrast): "texture \(contrast)"
        case .distance(let setting): "distance \(setting)"
        case .delay(let frames): "delay \(frames)"
        case .plug: "plug"
        case .unplug: "unplug"
        case .errorFrames(let count): "error-frames \(count)"
        case .shortFrames(let count): "short-frames \(count)"
        case .haltEndpoint: "halt"
        case .hang: "hang"
        case .resume: "resume"
        case .refuseControl(let refusal): "refuse-control \(refusal.rawValue)"
        case .tellState: "state"
        }
      }
    }

    /// How a UVC device refuses a request. Source: USB Device Class Definition for Video Devices 1.1, section 4.2.1.2.
    public enum Refusal: Int, CaseIterable, Sendable {
      /// The kernel makes EBUSY of it.
      case notReady = 1
      /// EILSEQ. (EACCES is the kernel's own, where an automatic mode is on.)
      case wrongState = 2
      /// ERANGE.
      case outOfRange = 4
      /// EIO.
      case invalidRequest = 7
      /// EINVAL.
      case invalidValue = 8
    }
  }
#endif
