import { describe, expect, it } from "vitest";
import { checkEnvironment } from "./check";
import { environmentShape } from "./definition";
import { expectMarked, type Fixture } from "./testing/marked";

const accepted: readonly (readonly [title: string, text: string])[] = [
  ["E-FILE-01 takes an object", "{}"],
  ["E-FILE-02 takes comments", '// above\n{ /* in */ "name": "a" // beside\n /* below */ }\n// at the end'],
  [
    "E-FILE-02 takes comments before a comma and after a colon",
    '{ "name" /* a */ : /* b */ "a" /* c */ , "user": "b" }',
  ],
  [
    "E-FILE-06 takes properties of both groups in one file",
    '{ "build": { "dockerfile": "Dockerfile" }, "install": "npm ci", "ports": [{ "port": 3000 }] }',
  ],
  ["takes a byte order mark", '\uFEFF{ "name": "a" }'],
  ["takes CRLF", '{\r\n  "name": "a", // x\r\n  "user": "b"\r\n}\r\n'],
  ["takes escapes", '{ "name": "a\\n\\u00e9\\ud83d\\ude00\\/" }'],
  ["E-BASE-03 takes a build of a dockerfile alone", '{ "build": { "dockerfile": "Dockerfile" } }'],
  ["E-BASE-04 takes a build of dockerfileContents alone", '{ "build": { "dockerfileContents": "FROM x" } }'],
  ["E-BASE-10 takes an image reference", '{ "image": "ghcr.io/acme/base@sha256:00" }'],
  ["E-BASE-11 takes a snapshot id", '{ "snapshot": "snap_1" }'],
  ["E-BASE-14 takes agentCanUpdateSnapshot as a boolean", '{ "agentCanUpdateSnapshot": false }'],
];

const syntax: readonly Fixture[] = [
  ["E-FILE-01 refuses an empty file", "«»", "empty"],
  ["E-FILE-01 refuses a file of nothing but a comment", "«// nothing»", "empty"],
  ["E-FILE-01 refuses a list", "«[»]", "not-an-object"],
  ["E-FILE-01 refuses a text", '«"x"»', "not-an-object"],
  ["E-FILE-01 refuses null", "«null»", "not-an-object"],
  ["E-FILE-01 refuses more after the object", '{} «{ "a": 1 }»', "after-the-end"],
  ["E-FILE-03 refuses a trailing comma in an object", '{ "name": "a"«,» }', "trailing-comma"],
  ["E-FILE-03 refuses a trailing comma in a list", '{ "egressAllowlist": ["a.com"«,»] }', "trailing-comma"],
  ["E-FILE-03 refuses a trailing comma before a comment", '{ "name": "a"«,» // last\n}', "trailing-comma"],
  ["refuses a missing comma", '{ "name": "a"«»\n  "user": "b" }', "missing-comma"],
  ["refuses a comma too many", '{ "name": "a", «,» "user": "b" }', "missing-member"],
  ["refuses a comma at the beginning", '{ «,» "user": "b" }', "missing-member"],
  ["refuses a missing colon", '{ «"name"» "a" }', "missing-colon"],
  ["refuses a name alone", '{ «"name"»«»\n  "user": "b" }', "missing-colon", "missing-comma"],
  ["refuses a missing value", '{ «"name"»: }', "missing-value"],
  ["refuses a missing value before another property", '{ «"name"»: , "user": "b" }', "missing-value"],
  ["refuses a name without quotes", '{ «name»: "a" }', "name-not-quoted"],
  ["refuses single quotes", "{ \"name\": «'a'» }", "single-quotes"],
  ["refuses a text that is never closed", '{ "name": «"a»\n}', "string-not-closed"],
  ["refuses an object that is never closed", '«{» "name": "a"', "not-closed"],
  ["refuses a list that is never closed", '{ "ports": «[»{ "port": 1 } }', "not-closed"],
  ["refuses a bracket that closes nothing", '{ "name": "a" «]» }', "wrong-bracket"],
  ["refuses a comment that is never closed", '{ "name": "a" } «/*» x', "comment-not-closed"],
  ["refuses an escape that is none", '{ "name": "a«\\d»" }', "bad-escape"],
  ["refuses an escape that is cut short", '{ "name": "«\\u»00g0" }', "bad-escape"],
  ["refuses a tab in a text", '{ "name": "a«\t»b" }', "control-character"],
  ["refuses True", '{ "enable_testing": «True» }', "bad-value"],
  ["refuses a number with a leading zero", '{ "ports": [{ "port": «080» }] }', "bad-value"],
  ["refuses a name of another kind", "{ «[»1]: 2 }", "name-expected"],
  ["reports a name that stands twice", '{ "name": "a", «"name"»: "b" }', "duplicate-name"],
];

const base: readonly Fixture[] = [
  ["E-FILE-04 refuses an unknown property", '{ «"containerRuntime"»: "x" }', "unknown-property"],
  ["E-FILE-04 refuses even $schema", '{ «"$schema"»: "https://x" }', "unknown-property"],
  [
    "E-FILE-04 refuses names that every object inherits",
    '{ «"constructor"»: 1, «"__proto__"»: {} }',
    "unknown-property",
    "unknown-property",
  ],
  ["E-FILE-04 tells names apart by case", '{ «"Name"»: "a" }', "unknown-property"],
  ["E-BASE-01 refuses a build that is a text", '{ "build": «"Dockerfile"» }', "wrong-type"],
  ["E-BASE-01 refuses a build that is a list", '{ "build": «[]» }', "wrong-type"],
  ["E-BASE-02 refuses a build with neither Dockerfile", '{ "build": «{»} }', "missing-one-of"],
  ["E-BASE-05 refuses a build of a context alone", '{ "build": «{» "context": "." } }', "missing-one-of"],
  [
    "E-BASE-06 refuses another property of build",
    '{ "build": { "dockerfile": "D", «"args"»: {} } }',
    "unknown-property",
  ],
  ["E-BASE-07 refuses a dockerfile that is no text", '{ "build": { "dockerfile": «1» } }', "wrong-type"],
  [
    "E-BASE-08 refuses dockerfileContents that are no text",
    '{ "build": { "dockerfileContents": «["FROM x"]» } }',
    "wrong-type",
  ],
  [
    "E-BASE-09 refuses a context that is no text",
    '{ "build": { "dockerfile": "D", "context": «null» } }',
    "wrong-type",
  ],
  ["E-BASE-10 E-COMMON-13 refuses an image that is no text", '{ "image": «{}» }', "wrong-type"],
  ["E-BASE-11 E-COMMON-13 refuses a snapshot that is no text", '{ "snapshot": «12» }', "wrong-type"],
  ["E-BASE-14 refuses agentCanUpdateSnapshot as a text", '{ "agentCanUpdateSnapshot": «"true"» }', "wrong-type"],
  ["E-BASE-12 says that build has no effect", '{ "snapshot": "s", «"build"»: { "dockerfile": "D" } }', "snapshot-wins"],
  ["E-BASE-13 says that image has no effect", '{ «"image"»: "i", "snapshot": "s" }', "snapshot-wins"],
  ["says that two bases stand beside each other", '{ "build": { "dockerfile": "D" }, «"image"»: "i" }', "two-bases"],
  [
    "says that two Dockerfiles stand beside each other",
    '{ "build": { "dockerfile": "D", «"dockerfileContents"»: "FROM x" } }',
    "two-dockerfiles",
  ],
  [
    "E-BASE-18 says that true has no effect with build",
    '{ "build": { "dockerfile": "D" }, «"agentCanUpdateSnapshot"»: true }',
    "snapshot-update-without-effect",
  ],
  [
    "E-BASE-19 says that true has no effect with image",
    '{ "image": "i", «"agentCanUpdateSnapshot"»: true }',
    "snapshot-update-without-effect",
  ],
  [
    "E-BASE-07 says that a dockerfile lies outside",
    '{ "build": { "dockerfile": «"../../Dockerfile"» } }',
    "outside-repository",
  ],
  [
    "E-BASE-09 says that a context lies outside",
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

  it("E-FILE-05 knows exactly the properties of the specification", () => {
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
