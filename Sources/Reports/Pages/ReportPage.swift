import Diagrams
import Foundation
import WhiteBalance

/// A report as one page of HTML that needs no scripts, fonts or other files.
package struct ReportPage {
  var title: String
  var subtitle: String
  /// The summary, one sentence in each element.
  var summary: [String]
  /// The reasons why the profile is refused; empty where it is not, and `nil` where nothing was judged.
  var refusals: [String]?
  /// The errors that the profile states, as a sentence.
  var stated: String
  /// Facts that a person should know and can act on.
  var warnings: [String]
  var sections: [Markup]

  package var html: String {
    let head = Markup(
      "head", [:],
      [
        Markup("meta", ["charset": "utf-8"]),
        Markup("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
        Markup("meta", ["name": "color-scheme", "content": "light dark"]), Markup("title", title),
        Markup("style", Self.styleSheet + ChromaticityDiagram.styleSheet + GainDiagram.styleSheet),
      ])
    var judged: [Markup] = []
    if let refusals, refusals.isEmpty {
      judged.append(
        Markup(
          "p", ["class": "verdict passed"], "Verdict: \(VerdictWord.ok.rawValue), every check is within its limits."))
    } else if let refusals {
      judged.append(Markup("p", ["class": "verdict"], "Verdict: \(VerdictWord.refused.rawValue), not to be trusted."))
      judged.append(Markup("ul", ["class": "refusals"], refusals.map { Markup("li", $0) }))
    }
    judged.append(Markup("p", [:], stated))
    if !warnings.isEmpty {
      judged.append(Markup("ul", ["class": "warnings"], warnings.map { Markup("li", $0) }))
    } else if refusals?.isEmpty != false {
      judged.append(Markup("p", ["class": "quiet"], "There is nothing to warn of."))
    }
    let top = [Markup("h1", title), Markup("p", ["class": "quiet"], subtitle)] + summary.map { Markup("p", $0) }
    let body = Markup("body", [:], [Markup("main", [:], top + judged + sections)])
    return "<!DOCTYPE html>\n\(Markup("html", ["lang": "en"], [head, body]))\n"
  }

  /// The sentence about the errors where no profile was made.
  static let noProfile = "There is no profile that would state an error."

  /// Returns the sentence about the errors that a profile states.
  static func stated(_ uncertainty: CharacterizationUncertainty?) -> String {
    guard let uncertainty else { return "The profile states no error of the lights that it finds." }
    let phrases = UncertaintyReport(uncertainty).phrases
    return "The profile states for the lights that it finds: \(phrases.joined(separator: "; "))."
  }

  static func section(_ heading: String, _ content: [Markup]) -> Markup {
    Markup("section", [:], [Markup("h2", heading)] + content)
  }

  static func figure(_ drawing: Markup, _ caption: String) -> Markup {
    Markup("figure", [:], [drawing, Markup("figcaption", caption)])
  }

  /// Returns a table. Its first column has names, the others have numbers.
  static func table(_ headings: [String], _ rows: [[String]]) -> Markup {
    let head = Markup("thead", [:], [Markup("tr", [:], headings.map { Markup("th", ["scope": "col"], $0) })])
    let body = rows.map { row in
      Markup(
        "tr", [:],
        row.enumerated().map { column, text in
          column == 0 ? Markup("th", ["scope": "row"], text) : Markup("td", text)
        })
    }
    return Markup("div", ["class": "wide"], [Markup("table", [:], [head, Markup("tbody", [:], body)])])
  }

  private static let styleSheet = """
    :root { color-scheme: light dark; --ink: #23272e; --quiet: #646b75; --ground: #ffffff; --line: #dfe2e6;
    --warn: #fff4e0; --edge: #d98a00; --refuse: #fde8e8; --stop: #c62828; --before: #b9bec6; --after: #0072b2; --left: #d55e00; }
    @media (prefers-color-scheme: dark) { :root { --ink: #d8dce2; --quiet: #959ca6; --ground: #15181c; --line: #333941;
    --warn: #33270f; --edge: #c98a1c; --refuse: #3a1717; --stop: #ef5350; --before: #565d67; --after: #56b4e9; --left: #f08033; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
    main { max-width: 46rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
    h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--line);
    overflow-wrap: anywhere; }
    p, li { overflow-wrap: anywhere; }
    .quiet, figcaption { color: var(--quiet); font-size: .9rem; }
    .warnings { background: var(--warn); border-left: 4px solid var(--edge); margin: 1rem 0;
    padding: .6rem .8rem .6rem 1.8rem; }
    .verdict { color: var(--stop); font-weight: 600; margin-bottom: 0; }
    .verdict.passed { color: inherit; margin-bottom: 1rem; }
    .refusals { background: var(--refuse); border-left: 4px solid var(--stop); margin: .4rem 0 1rem;
    padding: .6rem .8rem .6rem 1.8rem; }
    figure { margin: 0 0 1rem; }
    figure svg.diagram { display: block; width: 100%; max-width: 40rem; height: auto; margin: 0 auto; }
    .wide { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums; }
    th, td { padding: .25rem .45rem; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
    th { font-weight: 600; } th:first-child { text-align: left; min-width: 6rem; }
    thead th { color: var(--quiet); vertical-align: bottom; }
    .patches { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: .55rem 1.4rem;
    list-style: none; margin: .8rem 0; padding: 0; }
    .patch { display: grid; grid-template-columns: 4.4rem 1fr; gap: .6rem; align-items: center; }
    .patch .name { font-weight: 600; font-size: .85rem; line-height: 1.2; overflow-wrap: anywhere; }
    .swatch { display: flex; height: 2.9rem; border-radius: 4px; overflow: hidden; border: 1px solid var(--line); }
    .swatch span { flex: 1; }
    .bar { display: flex; align-items: center; gap: .4rem; font-size: .75rem; line-height: 1.15;
    font-variant-numeric: tabular-nums; }
    .track { flex: 1; display: block; } .track span { display: block; height: .5rem; border-radius: 2px; min-width: 2px; }
    .bar .number { width: 2.6rem; text-align: right; }
    .before { background: var(--before); } .after { background: var(--after); } .left { background: var(--left); }
    .keys { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .85rem; }
    .keys i { display: inline-block; width: 1.3rem; height: .5rem; border-radius: 2px; margin-right: .4rem; }
    @media (max-width: 30rem) { table { font-size: .78rem; } th, td { padding: .2rem .22rem; }
    th:first-child { min-width: 4.6rem; } }

    """
}
