internal import Foundation
internal import TestSupport

/// The files of the bundled sample, and the options that read its frame.
package enum SampleFiles {
  package static let frame = repositoryRoot.appending(path: "Data/sample/sample.raw").path
  package static let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path
  package static let geometry = ["--format", "RG10", "--width", "160", "--height", "120"]
}
