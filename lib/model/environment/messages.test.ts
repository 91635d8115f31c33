import { describe, expect, it } from "vitest";
import { checkEnvironment, checkEnvironmentFile } from "./check";

const messages = (text: string) => checkEnvironment(text).diagnostics.map(({ message }) => message);
const fixes = (text: string) => checkEnvironment(text).diagnostics.map(({ fix }) => fix?.title);

describe("messages of the environment file's validator", () => {
  it.each([
    ['{ "$schema": "x" }', 'Unknown property "$schema". Remove this line; attach the schema in your editor.'],
    ['{ "env": {} }', 'Unknown property "env". Environment variables aren\'t set here; use secrets or envVars.'],
    [
      '{ "secrets": [] }',
      'Unknown property "secrets". Environment variables aren\'t set here; use secrets or envVars.',
    ],
    ['{ "dockerfile": "Dockerfile" }', 'Unknown property "dockerfile". Did you mean build.dockerfile?'],
    ['{ "container": {} }', 'Unknown property "container". Did you mean build.dockerfile?'],
    ['{ "dockerFile": "Dockerfile" }', 'Unknown property "dockerFile". Did you mean build.dockerfile?'],
    ['{ "ports": [8000] }', 'Write { "port": 8000 }.'],
    [
      '{ "terminals": [{ "command": "x", "cwd": "web" }] }',
      'Unknown property "cwd" in terminals[0]. Put cd in "command".',
    ],
    [
      '{ "terminals": [{ "command": "x", "ports": [1] }] }',
      'Unknown property "ports" in terminals[0]. Use the top-level "ports".',
    ],
    ['{ "name": "a", "name": "b" }', 'Duplicate property "name".'],
    ['{ "name": "\\U" }', "Invalid escape \\U. Write \\\\ for a backslash."],
    ["{ \"name\": 'a' }", "Use double quotes."],
    ['{ "egressAllowlist": ["not a domain"] }', 'Not a domain name: "not a domain".'],
    ['{ "__proto__": 1 }', 'Unknown property "__proto__".'],
    ['{ "node": 20 }', 'Unknown property "node".'],
    ['{ "build": {} }', 'build needs "dockerfile" or "dockerfileContents".'],
    [
      '{ "build": { "dockerfile": "a", "x": 1 } }',
      'Unknown property "x" in build. Valid properties: "dockerfile", "dockerfileContents" and "context".',
    ],
    [
      '{ "ports": [{ "port": 80, "xyz": 1 }] }',
      'Unknown property "xyz" in ports[0]. Valid properties: "name" and "port".',
    ],
    ['{ "snapshot": "POPULATED_FROM_SETTINGS" }', "This isn't a snapshot ID."],
    [
      '{ "build": { "dockerfile": ".svc/Dockerfile" } }',
      "Paths are relative to .svc, so this resolves to .svc/.svc/Dockerfile.",
    ],
  ])("for %s: %s", (text, message) => {
    expect(messages(text)).toEqual([message]);
  });

  it("offers to write bare port numbers as ports, and to remove a doubled folder", () => {
    expect(fixes('{ "ports": [8000] }')).toEqual(['Write { "port": 8000 }']);
    expect(fixes('{ "build": { "dockerfile": ".svc/Dockerfile" } }')).toEqual(["Write Dockerfile"]);
  });

  it("reports a missing and a trailing comma in the same object", () => {
    const codes = checkEnvironment('{"name":"a" "user":"b",}').diagnostics.map(({ code }) => code);
    expect(codes).toEqual(["missing-comma", "trailing-comma"]);
  });

  it("doesn't warn that agentCanUpdateSnapshot has no effect when it is false", () => {
    expect(messages('{ "image": "a", "agentCanUpdateSnapshot": false }')).toEqual([]);
    expect(messages('{ "image": "a", "agentCanUpdateSnapshot": true }')).toEqual([
      '"agentCanUpdateSnapshot" has no effect because "image" is the base.',
    ]);
  });

  it("recognizes a Git LFS pointer", () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n";
    const { diagnostics, valid } = checkEnvironmentFile(new TextEncoder().encode(pointer));
    expect([valid, diagnostics.map(({ message }) => message)]).toEqual([false, ["This is a Git LFS pointer."]]);
  });

  it.each([
    "# Development\nname: dev\ninstall: npm ci\nterminals:\n  - command: npm start\n",
    "---\nname: dev\n",
    "\n- a\n- b\n",
  ])("recognizes YAML and reports nothing else: %j", (text) => {
    expect(messages(text)).toEqual(["This is YAML. Write JSON."]);
  });

  it("reports a comment with # once, and nothing of its text", () => {
    const text = '{\n  # Don\'t {change}: "this"\n  "name": "a", # nor [this\n  "user": "b"\n}\n';
    expect(messages(text)).toEqual(["Comments start with //.", "Comments start with //."]);
    expect(checkEnvironment(text).environment).toMatchObject({ name: "a", user: "b" });
  });

  it.each(["\n", "\r\n", "\n\n  "])("reports a string with line breaks (%j) once", (lineBreak) => {
    const text = `{ "install": "npm ci${lineBreak}npm run build", "name": "a" }`;
    expect(messages(text)).toEqual(["Strings can't contain line breaks. Write \\n."]);
    expect(checkEnvironment(text).environment.name).toBe("a");
  });

  it("reports a missing closing quote where the next line is another property", () => {
    expect(messages('{ "name": "a,\n  "user": "b" }')).toContain("Missing closing quote.");
    expect(messages('{ "name": "a')).toContain("Missing closing quote.");
  });

  const url = (rest: string) => `https://user:${"hunter2".repeat(9)}@git.example.com/${rest}`;

  it.each([
    ["a repository", { repositoryDependencies: [url("a")] }],
    ["a domain", { egressAllowlist: [url("a")] }],
    ["a duplicate", { repositoryDependencies: [url("a"), url("a")], egressAllowlist: [url("a"), url("a")] }],
    ["a mode", { egressMode: url("") }],
    ["a boolean", { disableAllMcpServers: url("") }],
    ["a path", { build: { dockerfile: `../../${url("Dockerfile")}`, context: `.svc/${url("")}` } }],
    ["a property", { [url("")]: 1 }],
    ["names", { ports: [1, 2].map((port) => ({ port, name: url("") })) }],
  ])("never repeats the password of a URL: %s", (_title, file) => {
    const found = messages(JSON.stringify(file));
    expect(found.join()).toContain("://…@");
    expect(found.join()).not.toContain("hunter2");
  });

  it.each(["value", "property: 1", '"property" 1', '"twice": 1, "twice": 2'])(
    "never repeats the password of a URL in text that isn't JSON: %s",
    (text) => {
      const found = messages(`{ ${text.replaceAll(/value|property|twice/g, url(""))} }`);
      expect(found).not.toEqual([]);
      expect(found.join()).not.toContain("hunter2");
    },
  );

  const secret = "Zx81Kq".repeat(5);

  it.each([
    `https://${secret}@host/a/b`,
    `u:${secret}@host/a/b`,
    `${secret}@host:a/b`,
    `https:u:${secret}@host/a/b`,
    `https://host/a b?token=${secret}`,
    `https://host/a b#${secret}`,
    "https://u:pa/ss://hunter2@host/a/b",
    "u:hunter2@host:a/b",
    "https://host/a/b?password=hunter2",
    secret,
    `xoxb-${"1".repeat(12)}`,
  ])("never repeats what can be a secret: %s", (text) => {
    const values = { repositoryDependencies: [text, text], egressAllowlist: [text, text], egressMode: text };
    const names = { ports: [1, 2].map((port) => ({ port, name: text })), enable_testing: text, [text]: 1 };
    const found = messages(JSON.stringify({ ...values, ...names, build: { dockerfile: `../../${text}` } }));
    expect(found.length).toBeGreaterThan(5);
    for (const part of [secret, "hunter2", "ss:", "111111"]) expect(found.join("\n")).not.toContain(part);
    expect(messages(`{ ${text} }`).join("\n")).not.toContain(secret);
  });

  it.each(["git@host:a/b", "../@scope/package", "Dockerfile?", "feature#", "allow-everything"])("shows %s", (text) => {
    expect(messages(JSON.stringify({ egressMode: text })).join()).toContain(`not "${text}"`);
  });

  it("never repeats more than the beginning of a long text", () => {
    const long = "/x".repeat(50_000);
    const file = {
      build: { dockerfile: `../..${long}`, context: `.svc${long}` },
      egressMode: long,
      [long]: 1,
      egressAllowlist: [long, long],
      ports: [1, 2].map((port) => ({ port, name: long })),
    };
    const found = checkEnvironment(JSON.stringify(file)).diagnostics;
    expect(found.length).toBeGreaterThan(6);
    for (const { message, fix } of found) expect(`${message}${fix?.title ?? ""}`.length).toBeLessThan(250);
  });
});

describe("unknown properties", () => {
  it.each([
    '{ "ports": [{ "port": 80, "protocol": "tcp" }] }',
    '{ "terminals": [{ "command": "x", "cwd": "web" }] }',
    '{ "terminals": [[{ "command": "x", "cwd": "web" }]] }',
  ])("of ports and terminals are warnings: %s", (text) => {
    const { valid, diagnostics } = checkEnvironment(text);
    expect([valid, diagnostics.map(({ severity, code }) => `${severity} ${code}`)]).toEqual([
      true,
      ["warning unknown-property"],
    ]);
  });

  it.each([
    '{ "protocol": "tcp" }',
    '{ "build": { "dockerfile": "D", "args": {} } }',
    '{ "mcpServerAllowlist": [{ "command": "x", "cwd": "web" }] }',
  ])("elsewhere make the file invalid: %s", (text) => {
    expect(checkEnvironment(text).valid).toBe(false);
  });
});

describe("files with more than 500 findings", () => {
  const domains = (count: number) => Array.from({ length: count }, () => '"not a domain"').join();

  it("stay valid if only warnings were dropped", () => {
    const { valid, diagnostics } = checkEnvironment(`{ "egressAllowlist": [${domains(600)}] }`);
    expect([valid, diagnostics.length, diagnostics.at(-1)?.severity]).toEqual([true, 501, "warning"]);
  });

  it("are invalid if an error was dropped", () => {
    const ports = Array.from({ length: 600 }, () => "1").join();
    const { valid, diagnostics } = checkEnvironment(`{ "ports": [${ports}] }`);
    expect([valid, diagnostics.length, diagnostics.at(-1)?.code]).toEqual([false, 501, "too-many-problems"]);
  });

  it("are checked in linear time, including a string of slashes", () => {
    const started = performance.now();
    const many = Array.from({ length: 100_000 }, () => '"/"').join();
    checkEnvironment(`{ "repositoryDependencies": [${many}, "${"/".repeat(500_000)}x"] }`);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
