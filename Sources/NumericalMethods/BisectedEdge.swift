/// Returns the edge of a region on a line, by bisection.
///
/// - Parameters:
///   - inside: A point of the region.
///   - outside: A point beyond the edge.
///   - steps: The number of bisections. Each halves the distance to the edge.
///   - contains: Whether the region contains a point. Between the two points it must change once.
/// - Returns: The last point that was found inside.
package func bisectedEdge(
  from inside: Double, to outside: Double, steps: Int, contains: (Double) -> Bool
) -> Double {
  var (inside, outside) = (inside, outside)
  for _ in 0..<steps {
    let middle = (inside + outside) / 2
    if contains(middle) { inside = middle } else { outside = middle }
  }
  return inside
}
