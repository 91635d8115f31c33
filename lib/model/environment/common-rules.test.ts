import { describe, expect, it } from "vitest";
import { checkEnvironment } from "./check";
import { expectMarked, type Fixture } from "./testing/marked";

const accepted: readonly (readonly [title: string, text: string])[] = [
  ["E-COMMON-01 accepts a name", '{ "name": "orders" }'],
  ["E-COMMON-02 accepts a user", '{ "user": "ubuntu" }'],
  ["E-COMMON-03 accepts install as a command", '{ "install": "npm ci" }'],
  ["E-COMMON-04 accepts start as a command", '{ "start": "sudo service docker start" }'],
  [
    "E-COMMON-05 accepts dependencies as host/org/repo",
    '{ "repositoryDependencies": ["git.example.com/acme/shared", "127.0.0.1:4001/demo/x.git"] }',
  ],
  ["E-COMMON-07 accepts the path of a browser", '{ "chromeExecutablePath": "/usr/bin/chromium" }'],
  ["E-COMMON-08 accepts true", '{ "enable_testing": true }'],
  ["E-COMMON-08 accepts false", '{ "enable_testing": false }'],
  ['E-COMMON-09 accepts "true"', '{ "enable_testing": "true" }'],
  ['E-COMMON-09 accepts "false"', '{ "enable_testing": "false" }'],
  ["E-MCP-01 accepts a boolean", '{ "disableAllMcpServers": true }'],
  ["E-MCP-10 accepts an entry with only serverUrl", '{ "mcpServerAllowlist": [{ "serverUrl": "*.example.com" }] }'],
  ["E-MCP-11 accepts an entry with only command", '{ "mcpServerAllowlist": [{ "command": "npx *" }] }'],
  [
    "E-MCP-13 accepts an entry with and without a name",
    '{ "mcpServerAllowlist": [{ "name": "a", "command": "x" }, { "command": "y" }] }',
  ],
  [
    "E-MCP-16 accepts a toolAllowlist of strings",
    '{ "mcpServerAllowlist": [{ "command": "x", "toolAllowlist": ["search"] }] }',
  ],
  ["E-EGRESS-01 accepts domains", '{ "egressAllowlist": ["registry.npmjs.org", "*.example.com"] }'],
  ["E-EGRESS-03 accepts allow_all", '{ "egressMode": "allow_all" }'],
  ["E-EGRESS-04 accepts parent_plus_network_settings", '{ "egressMode": "parent_plus_network_settings" }'],
  ["E-EGRESS-05 accepts default_with_network_settings", '{ "egressMode": "default_with_network_settings" }'],
  [
    "E-PORT-01 accepts ports with and without a name",
    '{ "ports": [{ "name": "web", "port": 3000 }, { "port": 9229 }] }',
  ],
  ["E-PORT-03 accepts 1 and 65535", '{ "ports": [{ "port": 1 }, { "port": 65535 }] }'],
  ["E-TERM-01 accepts an empty list", '{ "terminals": [] }'],
  ["E-TERM-02 E-TERM-08 accepts an item that is one object", '{ "terminals": [{ "command": "npm run dev" }] }'],
  [
    "E-TERM-03 accepts an item that is a list of objects",
    '{ "terminals": [[{ "command": "a" }, { "command": "b" }], []] }',
  ],
  [
    "E-TERM-07 accepts name, command and description",
    '{ "terminals": [{ "name": "dev", "command": "npm run dev", "description": "server" }] }',
  ],
];

const found: readonly Fixture[] = [
  ["E-COMMON-01 E-COMMON-13 rejects a name that isn't a string", '{ "name": «1» }', "wrong-type"],
  ["E-COMMON-02 E-COMMON-13 rejects a user that isn't a string", '{ "user": «false» }', "wrong-type"],
  ["E-COMMON-03 E-COMMON-13 rejects install as a list", '{ "install": «["npm", "ci"]» }', "wrong-type"],
  ["E-COMMON-04 E-COMMON-13 rejects start as null", '{ "start": «null» }', "wrong-type"],
  ["E-COMMON-05 rejects dependencies that aren't a list", '{ "repositoryDependencies": «"a/b/c"» }', "wrong-type"],
  [
    "E-COMMON-05 rejects a dependency that isn't a string",
    '{ "repositoryDependencies": ["a.com/b/c", «{}»] }',
    "wrong-type",
  ],
  [
    "E-COMMON-05 rejects a dependency with a scheme",
    '{ "repositoryDependencies": [«"https://a.com/b/c"»] }',
    "wrong-form",
  ],
  ["E-COMMON-05 rejects a dependency without a host", '{ "repositoryDependencies": [«"acme/shared"»] }', "wrong-form"],
  ["E-COMMON-13 rejects chromeExecutablePath that isn't a string", '{ "chromeExecutablePath": «true» }', "wrong-type"],
  ["E-COMMON-10 rejects any other word", '{ "enable_testing": «"yes"» }', "wrong-type"],
  ["E-COMMON-10 rejects a number", '{ "enable_testing": «1» }', "wrong-type"],
  ["E-MCP-01 rejects a string", '{ "disableAllMcpServers": «"true"» }', "wrong-type"],
  ["E-MCP-04 rejects an allowlist that isn't a list", '{ "mcpServerAllowlist": «{}» }', "wrong-type"],
  ["E-MCP-04 rejects an entry that isn't an object", '{ "mcpServerAllowlist": [«"x"»] }', "wrong-type"],
  [
    "E-MCP-09 rejects an entry with neither serverUrl nor command",
    '{ "mcpServerAllowlist": [«{» "name": "a" }] }',
    "missing-one-of",
  ],
  [
    "E-MCP-12 rejects an unknown property of an entry",
    '{ "mcpServerAllowlist": [{ "command": "x", «"url"»: "y" }] }',
    "unknown-property",
  ],
  [
    "E-MCP-13 rejects a name that isn't a string",
    '{ "mcpServerAllowlist": [{ "command": "x", "name": «1» }] }',
    "wrong-type",
  ],
  [
    "E-MCP-14 rejects a serverUrl that isn't a string",
    '{ "mcpServerAllowlist": [{ "serverUrl": «[]» }] }',
    "wrong-type",
  ],
  [
    "E-MCP-15 rejects a command that isn't a string",
    '{ "mcpServerAllowlist": [{ "command": «["npx"]» }] }',
    "wrong-type",
  ],
  [
    "E-MCP-16 rejects a tool that isn't a string",
    '{ "mcpServerAllowlist": [{ "command": "x", "toolAllowlist": [«1»] }] }',
    "wrong-type",
  ],
  [
    "E-MCP-02 warns that the list is ignored",
    '{ "disableAllMcpServers": true, «"mcpServerAllowlist"»: [{ "command": "x" }] }',
    "allowlist-ignored",
  ],
  ["E-MCP-08 warns that an empty list disables nothing", '{ «"mcpServerAllowlist"»: [] }', "empty-allowlist"],
  ["E-EGRESS-01 rejects a list that is a string", '{ "egressAllowlist": «"a.com"» }', "wrong-type"],
  ["E-EGRESS-01 rejects a domain that isn't a string", '{ "egressAllowlist": [«443»] }', "wrong-type"],
  ["warns about a URL instead of a domain", '{ "egressAllowlist": [«"https://a.com/x"»] }', "no-domain"],
  ["warns that a domain is duplicated", '{ "egressAllowlist": ["a.com", «"a.com"»] }', "duplicate-entry"],
  [
    "E-EGRESS-03 warns that the list has no effect",
    '{ "egressMode": "allow_all", «"egressAllowlist"»: ["a.com"] }',
    "egress-list-without-effect",
  ],
  [
    "E-EGRESS-06 warns that nothing else is reachable",
    '{ "egressMode": «"network_settings_only"» }',
    "nothing-reachable",
  ],
  ["E-EGRESS-07 rejects another mode", '{ "egressMode": «"allow"» }', "not-a-choice"],
  ["E-EGRESS-07 rejects a mode that isn't a string", '{ "egressMode": «null» }', "wrong-type"],
  ["E-PORT-01 rejects ports that aren't a list", '{ "ports": «3000» }', "wrong-type"],
  ["E-PORT-01 rejects a port that isn't an object", '{ "ports": [«3000»] }', "wrong-type"],
  [
    "E-PORT-01 warns about an unknown property of a port",
    '{ "ports": [{ "port": 1, «"protocol"»: "tcp" }] }',
    "unknown-property",
  ],
  ["E-PORT-02 rejects an item without port", '{ "ports": [«{» "name": "web" }] }', "missing-property"],
  ["E-PORT-04 rejects 0", '{ "ports": [{ "port": «0» }] }', "out-of-range"],
  ["E-PORT-05 rejects 65536", '{ "ports": [{ "port": «65536» }] }', "out-of-range"],
  ["E-PORT-06 rejects a fraction", '{ "ports": [{ "port": «80.5» }] }', "not-whole"],
  ["E-PORT-06 rejects a string", '{ "ports": [{ "port": «"80"» }] }', "wrong-type"],
  ["E-PORT-07 rejects a name that isn't a string", '{ "ports": [{ "port": 80, "name": «80» }] }', "wrong-type"],
  ["warns that a port is duplicated", '{ "ports": [{ "port": 80 }, { "port": «80» }] }', "duplicate-port"],
  [
    "warns that a port's name is duplicated",
    '{ "ports": [{ "port": 80, "name": "a" }, { "port": 81, "name": «"a"» }] }',
    "duplicate-item-name",
  ],
  ["E-TERM-01 rejects terminals that aren't a list", '{ "terminals": «{ "command": "x" }» }', "wrong-type"],
  ["E-TERM-04 rejects an item that is a string", '{ "terminals": [«"npm run dev"»] }', "wrong-type"],
  ["E-TERM-04 rejects a string inside a list", '{ "terminals": [[«"npm run dev"»]] }', "wrong-type"],
  ["E-TERM-04 rejects a list inside a list", '{ "terminals": [[«[]»]] }', "wrong-type"],
  ["E-TERM-05 rejects an object without command", '{ "terminals": [«{» "name": "dev" }] }', "missing-property"],
  [
    "E-TERM-06 rejects an object of a list without command",
    '{ "terminals": [[{ "command": "a" }, «{»}]] }',
    "missing-property",
  ],
  ["E-TERM-07 rejects a command that isn't a string", '{ "terminals": [{ "command": «1» }] }', "wrong-type"],
  [
    "E-TERM-07 rejects a name and a description that aren't strings",
    '{ "terminals": [{ "command": "x", "name": «1», "description": «2» }] }',
    "wrong-type",
    "wrong-type",
  ],
  ["warns that a command is empty", '{ "terminals": [{ "command": «" "» }] }', "empty-text"],
  ["warns that install is empty", '{ "install": «""» }', "empty-text"],
  [
    "warns that a terminal's name is duplicated",
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
  ])("fixes %s as %s", (text, fixed) => {
    const fix = checkEnvironment(text).diagnostics.find((each) => each.fix)?.fix;
    const [edit] = fix?.edits ?? [];
    expect(edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end)).toBe(fixed);
  });

  it("suggests nothing for an unrelated name", () => {
    expect(checkEnvironment('{ "containerRuntime": 1 }').diagnostics[0]?.fix).toBeUndefined();
  });
});
