public import Foundation
public import ProfileExchange
public import RawFrames

/// The reason why the bytes of a file cannot be read as a still raw.
public enum StillRawError: Error, Hashable, Sendable {
  /// The first bytes are not those of a raw file.
  case notAStill
  /// LibRaw does not know the file, for the reason it gives.
  case unknown(String)
  /// LibRaw could not decode the samples, for the reason it gives.
  case undecodable(String)
  /// LibRaw found damaged data in this many places.
  case damaged(places: Int)
  /// The file states a sensor with more samples than its bytes can hold.
  case tooManySamples(width: Int, height: Int, samplesPerByte: Int)
  /// The samples are of an unsupported kind: rotated, of four colours, or floating point.
  case unsupportedSamples(camera: String)
  /// A signal ended the decoding process, because of its limits of memory or time, or of an error in LibRaw.
  ///
  /// The signal is 0 where the process gave no answer that can be used, and ended by itself.
  case decoderEnded(signal: Int)
  /// The decoding process could not be started, for the system's reason.
  case noDecoder(errno: Int)
  /// The sizes or levels in the file contradict one another.
  case inconsistent(String)
  /// The levels in the file are not valid.
  case levels(RawFrameError)
  /// A tag of a DNG has a wrong value.
  case tags(ExchangeError)
}

extension StillRawError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .notAStill: "the file does not begin as a still raw does"
    case .unknown(let reason):
      "LibRaw does not read the file: \(reason); the file may be cut short, or of a camera that LibRaw does not know"
    case .undecodable(let reason): "the samples cannot be decoded (LibRaw: \(reason)); the file may be cut short"
    case .damaged(let places): "the samples are damaged or cut off, at \(places) places"
    case .tooManySamples(let width, let height, let most):
      "the file states \(width) x \(height) samples, which is more than \(most) for each of its bytes"
    case .unsupportedSamples(let camera):
      "the samples of \(camera) are of a kind that is not read; Bayer and X-Trans mosaics and planes of red, green and "
        + "blue are"
    case .decoderEnded(let signal) where signal == Int(SIGXCPU):
      "decoding took more processor time than a file of this size needs; it is damaged, or of a kind that LibRaw cannot read"
    case .decoderEnded(signal: 0): "LibRaw gave no answer about the file that can be used; the file may be damaged"
    case .decoderEnded(let signal):
      "decoding ended by signal \(signal): the file needs more memory or time than its size explains, or LibRaw failed"
    case .noDecoder(let errno): "the decoding process could not be started (errno \(errno))"
    case .inconsistent(let what): "the file contradicts itself: \(what)"
    case .levels(let error): "\(error)"
    case .tags(let error): "\(error)"
    }
  }
}

extension StillRawError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}
