import { describe, expect, it } from "vitest";
import { checkEnvironment } from "./check";
import { environmentShape } from "./definition";
import { expectMarked, type Fixture } from "./testing/marked";

const accepted: readonly (readonly [title: string, text: string])[] = [
  ["E-FILE-01 accepts an object", "{}"],
  ["E-FILE-02 accepts comments", '// above\n{ /* in */ "name": "a" // beside\n /* below */ }\n// at the end'],
  [
    "E-FILE-02 accepts comments before a comma and after a colon",
    '{ "name" /* a */ : /* b */ "a" /* c */ , "user": "b" }',
  ],
  [
    "E-FILE-06 accepts properties of both groups in one file",
    '{ "build": { "dockerfile": "Dockerfile" }, "install": "npm ci", "ports": [{ "port": 3000 }] }',
  ],
  ["accepts a byte order mark", '\uFEFF{ "name": "a" }'],
  ["accepts CRLF", '{\r\n  "name": "a", // x\r\n  "user": "b"\r\n}\r\n'],
  ["accepts escapes", '{ "name": "a\\n\\u00e9\\ud83d\\ude00\\/" }'],
  ["E-BASE-03 accepts a build with only dockerfile", '{ "build": { "dockerfile": "Dockerfile" } }'],
  ["E-BASE-04 accepts a build with only dockerfileContents", '{ "build": { "dockerfileContents": "FROM x" } }'],
  ["E-BASE-10 accepts an image reference", '{ "image": "ghcr.io/acme/base@sha256:00" }'],
  ["E-BASE-11 accepts a snapshot id", '{ "snapshot": "snap_1" }'],
  ["E-BASE-14 accepts agentCanUpdateSnapshot as a boolean", '{ "agentCanUpdateSnapshot": false }'],
];

const syntax: readonly Fixture[] = [
  ["E-FILE-01 rejects an empty file", "«»", "empty"],
  ["E-FILE-01 rejects a file with only a comment", "«// nothing»", "empty"],
  ["E-FILE-01 rejects a list", "«[»]", "not-an-object"],
  ["E-FILE-01 rejects a string", '«"x"»', "not-an-object"],
  ["E-FILE-01 rejects null", "«null»", "not-an-object"],
  ["E-FILE-01 rejects text after the object", '{} «{ "a": 1 }»', "after-the-end"],
  ["E-FILE-03 rejects a trailing comma in an object", '{ "name": "a"«,» }', "trailing-comma"],
  ["E-FILE-03 rejects a trailing comma in a list", '{ "egressAllowlist": ["a.com"«,»] }', "trailing-comma"],
  ["E-FILE-03 rejects a trailing comma before a comment", '{ "name": "a"«,» // last\n}', "trailing-comma"],
  ["rejects a missing comma", '{ "name": "a"«»\n  "user": "b" }', "missing-comma"],
  ["rejects an extra comma", '{ "name": "a", «,» "user": "b" }', "missing-member"],
  ["rejects a leading comma", '{ «,» "user": "b" }', "missing-member"],
  ["rejects a missing colon", '{ «"name"» "a" }', "missing-colon"],
  ["rejects a name without a value", '{ «"name"»«»\n  "user": "b" }', "missing-colon", "missing-comma"],
  ["rejects a missing value", '{ «"name"»: }', "missing-value"],
  ["rejects a missing value before another property", '{ «"name"»: , "user": "b" }', "missing-value"],
  ["rejects a name without quotes", '{ «name»: "a" }', "name-not-quoted"],
  ["rejects single quotes", "{ \"name\": «'a'» }", "single-quotes"],
  ["rejects an unterminated string", '{ "name": «"a»\n}', "string-not-closed"],
  ["rejects an object without an end", '«{» "name": "a"', "not-closed"],
  ["rejects a list without an end", '{ "ports": «[»{ "port": 1 } }', "not-closed"],
  ["rejects an unmatched bracket", '{ "name": "a" «]» }', "wrong-bracket"],
  ["rejects a comment without an end", '{ "name": "a" } «/*» x', "comment-not-closed"],
  ["rejects an invalid escape", '{ "name": "a«\\d»" }', "bad-escape"],
  ["rejects an incomplete escape", '{ "name": "«\\u»00g0" }', "bad-escape"],
  ["rejects a tab in a string", '{ "name": "a«\t»b" }', "control-character"],
  ["rejects True", '{ "enable_testing": «True» }', "bad-value"],
  ["rejects a number with a leading zero", '{ "ports": [{ "port": «080» }] }', "bad-value"],
  ["rejects a name that isn't a string", "{ «[»1]: 2 }", "name-expected"],
  ["reports a duplicate name", '{ "name": "a", «"name"»: "b" }', "duplicate-name"],
];

const base: readonly Fixture[] = [
  ["E-FILE-04 rejects an unknown property", '{ «"containerRuntime"»: "x" }', "unknown-property"],
  ["E-FILE-04 rejects even $schema", '{ «"$schema"»: "https://x" }', "unknown-property"],
  [
    "E-FILE-04 rejects names that every object inherits",
    '{ «"constructor"»: 1, «"__proto__"»: {} }',
    "unknown-property",
    "unknown-property",
  ],
  ["E-FILE-04 compares names case-sensitively", '{ «"Name"»: "a" }', "unknown-property"],
  ["E-BASE-01 rejects a build that is a string", '{ "build": «"Dockerfile"» }', "wrong-type"],
  ["E-BASE-01 rejects a build that is a list", '{ "build": «[]» }', "wrong-type"],
  ["E-BASE-02 rejects a build with neither Dockerfile", '{ "build": «{»} }', "missing-one-of"],
  ["E-BASE-05 rejects a build with only context", '{ "build": «{» "context": "." } }', "missing-one-of"],
  [
    "E-BASE-06 rejects an unknown property of build",
    '{ "build": { "dockerfile": "D", «"args"»: {} } }',
    "unknown-property",
  ],
  ["E-BASE-07 rejects a dockerfile that isn't a string", '{ "build": { "dockerfile": «1» } }', "wrong-type"],
  [
    "E-BASE-08 rejects dockerfileContents that aren't strings",
    '{ "build": { "dockerfileContents": «["FROM x"]» } }',
    "wrong-type",
  ],
  [
    "E-BASE-09 rejects a context that isn't a string",
    '{ "build": { "dockerfile": "D", "context": «null» } }',
    "wrong-type",
  ],
  ["E-BASE-10 E-COMMON-13 rejects an image that isn't a string", '{ "image": «{}» }', "wrong-type"],
  ["E-BASE-11 E-COMMON-13 rejects a snapshot that isn't a string", '{ "snapshot": «12» }', "wrong-type"],
  ["E-BASE-14 rejects agentCanUpdateSnapshot as a string", '{ "agentCanUpdateSnapshot": «"true"» }', "wrong-type"],
  [
    "E-BASE-12 warns that build has no effect",
    '{ "snapshot": "s", «"build"»: { "dockerfile": "D" } }',
    "snapshot-wins",
  ],
  ["E-BASE-13 warns that image has no effect", '{ «"image"»: "i", "snapshot": "s" }', "snapshot-wins"],
  ["warns about two bases", '{ "build": { "dockerfile": "D" }, «"image"»: "i" }', "two-bases"],
  [
    "warns about two Dockerfiles",
    '{ "build": { "dockerfile": "D", «"dockerfileContents"»: "FROM x" } }',
    "two-dockerfiles",
  ],
  [
    "E-BASE-18 warns that true has no effect with build",
    '{ "build": { "dockerfile": "D" }, «"agentCanUpdateSnapshot"»: true }',
    "snapshot-update-without-effect",
  ],
  [
    "E-BASE-19 warns that true has no effect with image",
    '{ "image": "i", «"agentCanUpdateSnapshot"»: true }',
    "snapshot-update-without-effect",
  ],
  [
    "E-BASE-07 warns that a dockerfile is outside",
    '{ "build": { "dockerfile": «"../../Dockerfile"» } }',
    "outside-repository",
  ],
  [
    "E-BASE-09 warns that a context is outside",
    '{ "build": { "dockerfile": "D", "context": «"/srv"» } }',
    "outside-repository",
  ],
];

describe("the file", () => {
  it.each(accepted)("%s", (_, text) => {
    expect(checkEnvironment(text).diagnostics).toEqual([]);
  });

  it.each(syntax)("%s", (_, marked, ...codes) => {
    expectMarked(marked, codes);
    expect(checkEnvironment(marked.replace(/[«»]/g, "")).valid).toBe(codes[0] === "duplicate-name");
  });

  it.each(base)("%s", (_, marked, ...codes) => {
    expectMarked(marked, codes);
  });

  it("E-FILE-05 has exactly the properties in the specification", () => {
    expect(Object.keys(environmentShape.properties).sort()).toEqual(
      (
        "build, image, snapshot, agentCanUpdateSnapshot, name, user, install, start, repositoryDependencies, disableAllMcpServers, " +
        "mcpServerAllowlist, egressAllowlist, egressMode, chromeExecutablePath, enable_testing, ports, terminals"
      )
        .split(", ")
        .sort(),
    );
  });
});
