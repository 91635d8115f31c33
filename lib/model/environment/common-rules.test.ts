import { describe, expect, it } from "vitest";
import { checkEnvironment } from "./check";
import { expectMarked, type Fixture } from "./testing/marked";

const accepted: readonly (readonly [title: string, text: string])[] = [
  ["E-COMMON-01 takes a name", '{ "name": "orders" }'],
  ["E-COMMON-02 takes a user", '{ "user": "ubuntu" }'],
  ["E-COMMON-03 takes install as a command", '{ "install": "npm ci" }'],
  ["E-COMMON-04 takes start as a command", '{ "start": "sudo service docker start" }'],
  [
    "E-COMMON-05 takes dependencies as host/org/repo",
    '{ "repositoryDependencies": ["git.example.com/acme/shared", "127.0.0.1:4001/demo/x.git"] }',
  ],
  ["E-COMMON-07 takes the path of a browser", '{ "chromeExecutablePath": "/usr/bin/chromium" }'],
  ["E-COMMON-08 takes true", '{ "enable_testing": true }'],
  ["E-COMMON-08 takes false", '{ "enable_testing": false }'],
  ['E-COMMON-09 takes "true"', '{ "enable_testing": "true" }'],
  ['E-COMMON-09 takes "false"', '{ "enable_testing": "false" }'],
  ["E-MCP-01 takes a boolean", '{ "disableAllMcpServers": true }'],
  ["E-MCP-10 takes an entry of a serverUrl alone", '{ "mcpServerAllowlist": [{ "serverUrl": "*.example.com" }] }'],
  ["E-MCP-11 takes an entry of a command alone", '{ "mcpServerAllowlist": [{ "command": "npx *" }] }'],
  [
    "E-MCP-13 takes an entry with and without a name",
    '{ "mcpServerAllowlist": [{ "name": "a", "command": "x" }, { "command": "y" }] }',
  ],
  [
    "E-MCP-16 takes a toolAllowlist of texts",
    '{ "mcpServerAllowlist": [{ "command": "x", "toolAllowlist": ["search"] }] }',
  ],
  ["E-EGRESS-01 takes domains", '{ "egressAllowlist": ["registry.npmjs.org", "*.example.com"] }'],
  ["E-EGRESS-03 takes allow_all", '{ "egressMode": "allow_all" }'],
  ["E-EGRESS-04 takes parent_plus_network_settings", '{ "egressMode": "parent_plus_network_settings" }'],
  ["E-EGRESS-05 takes default_with_network_settings", '{ "egressMode": "default_with_network_settings" }'],
  ["E-PORT-01 takes ports with and without a name", '{ "ports": [{ "name": "web", "port": 3000 }, { "port": 9229 }] }'],
  ["E-PORT-03 takes 1 and 65535", '{ "ports": [{ "port": 1 }, { "port": 65535 }] }'],
  ["E-TERM-01 takes an empty list", '{ "terminals": [] }'],
  ["E-TERM-02 E-TERM-08 takes an item that is one object", '{ "terminals": [{ "command": "npm run dev" }] }'],
  [
    "E-TERM-03 takes an item that is a list of objects",
    '{ "terminals": [[{ "command": "a" }, { "command": "b" }], []] }',
  ],
  [
    "E-TERM-07 takes name, command and description",
    '{ "terminals": [{ "name": "dev", "command": "npm run dev", "description": "server" }] }',
  ],
];

const found: readonly Fixture[] = [
  ["E-COMMON-01 E-COMMON-13 refuses a name that is no text", '{ "name": «1» }', "wrong-type"],
  ["E-COMMON-02 E-COMMON-13 refuses a user that is no text", '{ "user": «false» }', "wrong-type"],
  ["E-COMMON-03 E-COMMON-13 refuses install as a list", '{ "install": «["npm", "ci"]» }', "wrong-type"],
  ["E-COMMON-04 E-COMMON-13 refuses start as null", '{ "start": «null» }', "wrong-type"],
  ["E-COMMON-05 refuses dependencies that are no list", '{ "repositoryDependencies": «"a/b/c"» }', "wrong-type"],
  [
    "E-COMMON-05 refuses a dependency that is no text",
    '{ "repositoryDependencies": ["a.com/b/c", «{}»] }',
    "wrong-type",
  ],
  [
    "E-COMMON-05 refuses a dependency with a scheme",
    '{ "repositoryDependencies": [«"https://a.com/b/c"»] }',
    "wrong-form",
  ],
  ["E-COMMON-05 refuses a dependency without a host", '{ "repositoryDependencies": [«"acme/shared"»] }', "wrong-form"],
  ["E-COMMON-13 refuses chromeExecutablePath that is no text", '{ "chromeExecutablePath": «true» }', "wrong-type"],
  ["E-COMMON-10 refuses any other word", '{ "enable_testing": «"yes"» }', "wrong-type"],
  ["E-COMMON-10 refuses a number", '{ "enable_testing": «1» }', "wrong-type"],
  ["E-MCP-01 refuses a text", '{ "disableAllMcpServers": «"true"» }', "wrong-type"],
  ["E-MCP-04 refuses an allowlist that is no list", '{ "mcpServerAllowlist": «{}» }', "wrong-type"],
  ["E-MCP-04 refuses an entry that is no object", '{ "mcpServerAllowlist": [«"x"»] }', "wrong-type"],
  [
    "E-MCP-09 refuses an entry with neither serverUrl nor command",
    '{ "mcpServerAllowlist": [«{» "name": "a" }] }',
    "missing-one-of",
  ],
  [
    "E-MCP-12 refuses another property of an entry",
    '{ "mcpServerAllowlist": [{ "command": "x", «"url"»: "y" }] }',
    "unknown-property",
  ],
  [
    "E-MCP-13 refuses a name that is no text",
    '{ "mcpServerAllowlist": [{ "command": "x", "name": «1» }] }',
    "wrong-type",
  ],
  ["E-MCP-14 refuses a serverUrl that is no text", '{ "mcpServerAllowlist": [{ "serverUrl": «[]» }] }', "wrong-type"],
  ["E-MCP-15 refuses a command that is no text", '{ "mcpServerAllowlist": [{ "command": «["npx"]» }] }', "wrong-type"],
  [
    "E-MCP-16 refuses a tool that is no text",
    '{ "mcpServerAllowlist": [{ "command": "x", "toolAllowlist": [«1»] }] }',
    "wrong-type",
  ],
  [
    "E-MCP-02 says that the list is ignored",
    '{ "disableAllMcpServers": true, «"mcpServerAllowlist"»: [{ "command": "x" }] }',
    "allowlist-ignored",
  ],
  ["E-MCP-08 says that an empty list disables nothing", '{ «"mcpServerAllowlist"»: [] }', "empty-allowlist"],
  ["E-EGRESS-01 refuses a list that is a text", '{ "egressAllowlist": «"a.com"» }', "wrong-type"],
  ["E-EGRESS-01 refuses a domain that is no text", '{ "egressAllowlist": [«443»] }', "wrong-type"],
  ["says that a URL is no domain", '{ "egressAllowlist": [«"https://a.com/x"»] }', "no-domain"],
  ["says that a domain stands twice", '{ "egressAllowlist": ["a.com", «"a.com"»] }', "duplicate-entry"],
  [
    "E-EGRESS-03 says that the list has no effect",
    '{ "egressMode": "allow_all", «"egressAllowlist"»: ["a.com"] }',
    "egress-list-without-effect",
  ],
  ["E-EGRESS-06 says that nothing else is reached", '{ "egressMode": «"network_settings_only"» }', "nothing-reachable"],
  ["E-EGRESS-07 refuses another mode", '{ "egressMode": «"allow"» }', "not-a-choice"],
  ["E-EGRESS-07 refuses a mode that is no text", '{ "egressMode": «null» }', "wrong-type"],
  ["E-PORT-01 refuses ports that are no list", '{ "ports": «3000» }', "wrong-type"],
  ["E-PORT-01 refuses a port that is no object", '{ "ports": [«3000»] }', "wrong-type"],
  [
    "E-PORT-01 refuses another property of a port",
    '{ "ports": [{ "port": 1, «"protocol"»: "tcp" }] }',
    "unknown-property",
  ],
  ["E-PORT-02 refuses an item without port", '{ "ports": [«{» "name": "web" }] }', "missing-property"],
  ["E-PORT-04 refuses 0", '{ "ports": [{ "port": «0» }] }', "out-of-range"],
  ["E-PORT-05 refuses 65536", '{ "ports": [{ "port": «65536» }] }', "out-of-range"],
  ["E-PORT-06 refuses a fraction", '{ "ports": [{ "port": «80.5» }] }', "not-whole"],
  ["E-PORT-06 refuses a text", '{ "ports": [{ "port": «"80"» }] }', "wrong-type"],
  ["E-PORT-07 refuses a name that is no text", '{ "ports": [{ "port": 80, "name": «80» }] }', "wrong-type"],
  ["says that a port stands twice", '{ "ports": [{ "port": 80 }, { "port": «80» }] }', "duplicate-port"],
  [
    "says that a port's name stands twice",
    '{ "ports": [{ "port": 80, "name": "a" }, { "port": 81, "name": «"a"» }] }',
    "duplicate-item-name",
  ],
  ["E-TERM-01 refuses terminals that are no list", '{ "terminals": «{ "command": "x" }» }', "wrong-type"],
  ["E-TERM-04 refuses an item that is a text", '{ "terminals": [«"npm run dev"»] }', "wrong-type"],
  ["E-TERM-04 refuses a text inside a list", '{ "terminals": [[«"npm run dev"»]] }', "wrong-type"],
  ["E-TERM-04 refuses a list inside a list", '{ "terminals": [[«[]»]] }', "wrong-type"],
  ["E-TERM-05 refuses an object without command", '{ "terminals": [«{» "name": "dev" }] }', "missing-property"],
  [
    "E-TERM-06 refuses an object of a list without command",
    '{ "terminals": [[{ "command": "a" }, «{»}]] }',
    "missing-property",
  ],
  ["E-TERM-07 refuses a command that is no text", '{ "terminals": [{ "command": «1» }] }', "wrong-type"],
  [
    "E-TERM-07 refuses a name and a description that are no text",
    '{ "terminals": [{ "command": "x", "name": «1», "description": «2» }] }',
    "wrong-type",
    "wrong-type",
  ],
  ["says that a command is empty", '{ "terminals": [{ "command": «" "» }] }', "empty-text"],
  ["says that install is empty", '{ "install": «""» }', "empty-text"],
  [
    "says that a terminal's name stands twice",
    '{ "terminals": [{ "command": "a", "name": "x" }, [{ "command": "b", "name": «"x"» }]] }',
    "duplicate-item-name",
  ],
];

describe("common properties", () => {
  it.each(accepted)("%s", (_, text) => {
    expect(checkEnvironment(text).diagnostics).toEqual([]);
  });

  it.each(found)("%s", (_, marked, ...codes) => {
    expectMarked(marked, codes);
  });
});

describe("suggestions", () => {
  it.each([
    ['{ "instal": "x" }', '{ "install": "x" }'],
    ['{ "agent_can_update_snapshot": true }', '{ "agentCanUpdateSnapshot": true }'],
    ['{ "enableTesting": true }', '{ "enable_testing": true }'],
    ['{ "egressMode": "allow-all" }', '{ "egressMode": "allow_all" }'],
    ['{ "ports": [{ "prot": 1 }] }', '{ "ports": [{ "port": 1 }] }'],
    ['{ "build": { "dockerFile": "D" } }', '{ "build": { "dockerfile": "D" } }'],
    ['{ "ports": [{ "port": "80" }] }', '{ "ports": [{ "port": 80 }] }'],
    ['{ "repositoryDependencies": ["https://a.com/b/c"] }', '{ "repositoryDependencies": ["a.com/b/c"] }'],
    ['{ "name": "a", }', '{ "name": "a" }'],
    ['{ "name": "a" "user": "b" }', '{ "name": "a", "user": "b" }'],
    ['{ name: "a" }', '{ "name": "a" }'],
  ])("mends %s to %s", (text, mended) => {
    const fix = checkEnvironment(text).diagnostics.find((each) => each.fix)?.fix;
    const [edit] = fix?.edits ?? [];
    expect(edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end)).toBe(mended);
  });

  it("suggests nothing for a name like none", () => {
    expect(checkEnvironment('{ "containerRuntime": 1 }').diagnostics[0]?.fix).toBeUndefined();
  });
});
