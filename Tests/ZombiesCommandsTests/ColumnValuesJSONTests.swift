import Foundation
import Testing
import ZombiesTestSupport

/// Every member of a manifest, which no schema describes. Only this suite notices a wrong setting, input or
/// range of a manifest.
@Suite(.waits) struct ColumnValuesJSONTests {
  private typealias Object = [String: Any]

  /// A JSON value as text, with the members of objects in order.
  private static func text(_ value: Any?) -> String {
    switch value {
    case nil, is NSNull: "null"
    case let list as [Any]: "[\(list.map { text($0) }.joined(separator: ","))]"
    case let object as Object:
      "{\(object.sorted { $0.key < $1.key }.map { "\($0.key):\(text($0.value))" }.joined(separator: ","))}"
    case let value?: "\(value)"
    }
  }

  private static let rules =
    #"{"catching-distance":0,"chase":"vertical","hearing-distance":3,"zombie-speed":2}"#
  /// Command lines with the settings, inputs, trials and outputs that their manifests name. `HASH` stands for
  /// the hash of the codes of the levels.
  private static let manifests:
    [(line: String, settings: String, inputs: [String], trials: String)] = [
      (
        "simulate --family 3x4z1+lit --levels any --games 5 --first 3 --seed 9 --max-moves 8 --policy edge,random -o t",
        #"{"unit":"games","family":"3x4z1+lit","levels":"any","level-seed":9,"level-rules":RULES,"size":"3x4","#
          + #""policies":["edge","random"],"rules":RULES,"max-moves":8,"seed":9,"squares":null}"#,
        [], "3-7"
      ),
      (
        "simulate l.txt --input b.txt --rounds 7 --policy beeline -o t --squares-csv s",
        #"{"unit":"rounds","given":{"count":3,"sha256":"HASH"},"size":"3x4","policies":["beeline"],"#
          + #""rules":RULES,"max-moves":48,"seed":0,"squares":"counted"}"#,
        ["l.txt", "b.txt"], "0-6"
      ),
      (
        "compare edge beeline --family 3x4z1b1+lit --rounds 40 --first 2 --all-trials --seed 4 -o t",
        #"{"unit":"rounds","family":"3x4z1b1+lit","levels":"solvable","level-seed":4,"level-rules":RULES,"#
          + #""size":"3x4","policies":["edge","beeline"],"rules":RULES,"max-moves":48,"seed":4,"#
          + #""squares":null}"#, [], "2-41"
      ),
      (
        "generate --family 3x4z1b1 --levels any --seed 8 --first 2 -n 3 -o t",
        #"{"family":"3x4z1b1","levels":"any","seed":8,"first":2,"count":3,"rules":RULES}"#, [], ""
      ),
      (
        "census --search --family 3x4z1b1+lit --climbs 3 --steps 7 --top 5 --seed 6 -o t",
        #"{"family":"3x4z1b1+lit","climbs":3,"steps":7,"top":5,"seed":6,"rules":RULES}"#, [], ""
      ),
      (
        "census --family 3x4z1b1+lit --max-states 900 --top 4 -o t --levels-csv l",
        #"{"family":"3x4z1b1+lit","max-states":900,"top":4,"rules":RULES}"#, [], "0-29"
      ),
      (
        "model 3x4z1 --levels any --view all -o t",
        #"{"family":"3x4z1","levels":"any","view":"all","rules":RULES}"#, [], ""
      ),
      ("solve l.txt b.txt -o t --certificate c", #"{"rules":RULES}"#, ["l.txt", "b.txt"], ""),
    ]

  @Test(arguments: manifests)
  func manifest(line: String, settings: String, inputs: [String], trials: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("; level: A\nS2Z/4/3P\nS3/1#2/Z2P\n", to: "l.txt")
    try folder.write("S3/1Z2/3P\n", to: "b.txt")
    let words =
      "zombies \(line) --manifest m --catching-distance 0 --chase vertical --zombie-speed 2 --hearing-distance 3 -q"
    let run = try shell(words, in: folder)
    let isComparison = line.hasPrefix("compare")
    // The comparison decides nothing.
    expect(run.ending == .exit(isComparison ? 2 : 0) && run.output + run.errors == "", "\(run)")
    let manifest = try ManifestTests.Manifest(folder.read("m"))
    func file(_ path: String) throws -> Object {
      let sum = try shell("sha256sum < \(path) | cut -c1-64", in: folder).lines[0]
      return ["path": path, "bytes": folder.contents[path]?.count ?? -1, "sha256": sum]
    }
    let names = line.matches(of: /(?:(-o)|--([a-z]+)-csv|--(certificate)) (\S+)/).map { match in
      (String(match.2 ?? match.3 ?? ""), String(match.4))
    }
    let schemas =
      [
        "simulate": nil, "compare": nil, "generate": nil, "hardest": nil, "census": nil,
        "model": nil, "solve": nil, "squares": "squares", "levels": "census-levels",
        "certificates": nil,
      ] as [String: String?]
    var expected: Object = [
      "program": "zombies", "version": manifest.object["version"] ?? "",
      "command": manifest.command,
      "inputs": try inputs.map(file),
      "settings": try JSONSerialization.jsonObject(
        with: Data(
          settings.replacing("RULES", with: Self.rules).replacing(
            "HASH", with: (manifest.settings["given"] ?? "").suffix(64)
          ).utf8)),
    ]
    if !trials.isEmpty {
      let ends = trials.split(separator: "-").compactMap { Int($0) }
      // Comparisons have no parts.
      for name in isComparison ? ["trials"] : ["trials", "whole"] {
        expected[name] = [["first": ends[0], "last": ends[1]]]
      }
    }
    let main = manifest.outputs.first?["name"] as? String ?? ""
    expected["outputs"] = try names.map { name, path in
      var output = try file(path)
      output["name"] = name.isEmpty ? main : name == "certificate" ? "certificates" : name
      if let schema = schemas[name] ?? nil { output["schema"] = schema }
      return output
    }
    expectEqual(Self.text(manifest.object), Self.text(expected), "\(line)")
  }
}
