internal import NIOCore

/// The open connections of a server. There is a limit for all of them, and one for those of each other machine, so that no machine can keep
/// the others out.
struct OpenConnections {
  private var connections: [ObjectIdentifier: (channel: any Channel, host: String?)] = [:]

  var channels: [any Channel] { connections.values.map(\.channel) }

  /// Notes a connection.
  ///
  /// - Parameters:
  ///   - channel: The connection.
  ///   - host: The address of the machine that it comes from, such as `192.0.2.7`.
  /// - Returns: Whether there was room for it.
  mutating func admit(_ channel: any Channel, from host: String?, _ limits: ServerLimits) -> Bool {
    let other = host.flatMap { ListenAddress(host: $0, port: 0).isLoopback ? nil : $0 }
    guard connections.count < limits.connections,
      other == nil || connections.values.count(where: { $0.host == other }) < limits.connectionsOfMachine
    else { return false }
    connections[ObjectIdentifier(channel)] = (channel, other)
    return true
  }

  mutating func remove(_ channel: ObjectIdentifier) { connections.removeValue(forKey: channel) }
}
