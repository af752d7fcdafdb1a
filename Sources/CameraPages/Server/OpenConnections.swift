internal import NIOCore

/// The open connections of a server. There is a limit for all of them, and one for those of each address of another
/// machine, so that no address can keep the others out.
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
    let other = host.flatMap { host in
      // A server at an IPv6 address sees IPv4's addresses behind this prefix (RFC 4291, 2.5.5.2).
      let own = host.hasPrefix("::ffff:") ? String(host.dropFirst(7)) : host
      return HostName(own).isLoopback ? nil : own
    }
    guard connections.count < limits.connections,
      other == nil || connections.values.count(where: { $0.host == other }) < limits.connectionsOfAddress
    else { return false }
    connections[ObjectIdentifier(channel)] = (channel, other)
    return true
  }

  mutating func remove(_ channel: ObjectIdentifier) { connections.removeValue(forKey: channel) }
}
