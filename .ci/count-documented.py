"""Counts public declarations, and those without a doc comment, from symbol graphs: FOLDER MODULE…"""

import json
import pathlib
import sys


def declarations(graph):
    """The symbols of a graph that somebody wrote: none that the compiler made or that another module documents."""
    return [
        symbol for symbol in json.loads(graph.read_text())["symbols"] if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]
    ]


def is_documented(symbol):
    comment = symbol.get("docComment")
    return comment is not None and any(line["text"].strip() for line in comment["lines"])


folder, modules = pathlib.Path(sys.argv[1]), sys.argv[2:]
total, bare = 0, 0
for module in sorted(modules):
    graphs = [folder / f"{module}.symbols.json", *sorted(folder.glob(f"{module}@*.symbols.json"))]
    if not graphs[0].exists():
        sys.exit(f"count-documented: there is no symbol graph of {module} in {folder}")
    symbols = [symbol for graph in graphs for symbol in declarations(graph)]
    missing = [symbol for symbol in symbols if not is_documented(symbol)]
    print(f"{module:20}{len(symbols):6} public declarations, {len(missing)} without a doc comment")
    for symbol in missing:
        place = symbol.get("location")
        where = f"{place['uri'].rpartition('/Sources/')[2]}:{place['position']['line'] + 1}: " if place else ""
        print(f"    {where}{'.'.join(symbol['pathComponents'])}")
    total, bare = total + len(symbols), bare + len(missing)
print(f"{'together':20}{total:6} public declarations, {bare} without a doc comment")
sys.exit(1 if bare else 0)
