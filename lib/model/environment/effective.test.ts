import { describe, expect, it } from "vitest";
import { checkEnvironment } from "./check";
import { egressVerdict, parseHost } from "./egress";
import { type McpCandidate, mcpVerdict } from "./mcp-policy";
import { repositoryPath } from "./repository-path";

const effective = (value: object) => {
  const { valid, effective: result } = checkEnvironment(JSON.stringify(value));
  expect(valid).toBe(true);
  return result;
};
const build = { dockerfile: "Dockerfile" };

describe("the base", () => {
  it("E-BASE-12 is the snapshot, even with a build", () => {
    expect(effective({ build, snapshot: "s" }).base).toEqual({ kind: "snapshot", id: "s" });
  });

  it("E-BASE-13 is the snapshot, even with an image", () => {
    expect(effective({ image: "i", snapshot: "s" }).base).toEqual({ kind: "snapshot", id: "s" });
  });

  it("E-BASE-08 E-BASE-10 is the build or the image, otherwise the default", () => {
    expect(effective({ build: { dockerfileContents: "FROM x" } }).base).toMatchObject({
      kind: "build",
      dockerfileContents: "FROM x",
    });
    expect(effective({ image: "i" }).base).toEqual({ kind: "image", reference: "i" });
    expect(effective({})).toMatchObject({ base: { kind: "default" }, user: "ubuntu" });
  });

  it("E-BASE-07 E-BASE-09 resolves paths relative to the file's folder", () => {
    expect(effective({ build }).base).toMatchObject({ dockerfile: ".svc/Dockerfile", context: ".svc" });
    expect(effective({ build: { dockerfile: "../Dockerfile", context: "../app" } }).base).toMatchObject({
      dockerfile: "Dockerfile",
      context: "app",
    });
    for (const root of [".", "./", ".."]) expect(repositoryPath(".svc", root)).toBe("");
    expect(repositoryPath(".svc", "../../x")).toBeUndefined();
    expect(repositoryPath("", "a/../b")).toBe("b");
  });

  it.each([
    ["E-BASE-15 true with a snapshot", { snapshot: "s" }, true],
    ["E-BASE-16 true with the default base", {}, true],
    ["E-BASE-17 false with a snapshot if the file sets it", { snapshot: "s", agentCanUpdateSnapshot: false }, false],
    ["E-BASE-17 false with the default base if the file sets it", { agentCanUpdateSnapshot: false }, false],
    ["E-BASE-18 false with a build, even if the file sets true", { build, agentCanUpdateSnapshot: true }, false],
    ["E-BASE-19 false with an image, even if the file sets true", { image: "i", agentCanUpdateSnapshot: true }, false],
    [
      "E-BASE-12 true with a snapshot that wins over a build",
      { build, snapshot: "s", agentCanUpdateSnapshot: true },
      true,
    ],
  ])("agentCanUpdateSnapshot is %s", (_, value, expected) => {
    expect(effective(value).agentCanUpdateSnapshot).toBe(expected);
  });
});

describe("commands, terminals and testing", () => {
  it("E-COMMON-03 E-COMMON-04 E-TERM-03 are listed in the order they run", () => {
    const terminals = [{ command: "a" }, [{ command: "b" }, { command: "c", description: "dev server" }]];
    expect(effective({ install: "i", start: "s", terminals })).toMatchObject({
      install: "i",
      start: "s",
      terminals: [[{ command: "a" }], [{ command: "b" }, { command: "c", description: "dev server" }]],
    });
  });

  it.each([
    ["E-COMMON-11 on when omitted", {}, true],
    ["E-COMMON-08 on with true", { enable_testing: true }, true],
    ['E-COMMON-09 on with "true"', { enable_testing: "true" }, true],
    ["E-COMMON-12 off with false", { enable_testing: false }, false],
    ['E-COMMON-12 off with "false"', { enable_testing: "false" }, false],
  ])("testing is %s", (_, value, expected) => {
    expect(effective(value).testing).toBe(expected);
  });
});

describe("MCP policy", () => {
  const policy = (value: object) => effective(value).mcp;
  const list = [
    { name: "docs", serverUrl: "https://mcp.example.com/*", toolAllowlist: ["search"] },
    { serverUrl: "*.acme.dev", toolAllowlist: [] },
    { command: "npx *" },
    { command: "uvx" },
  ];

  it("E-MCP-02 blocks all user and team servers", () => {
    const disabled = policy({ disableAllMcpServers: true, mcpServerAllowlist: list });
    expect(disabled).toEqual({ kind: "disabled" });
    expect(mcpVerdict(disabled, { command: "npx x" }).verdict).toBe("blocked");
    expect(mcpVerdict(disabled, { url: "https://mcp.example.com/x" }).verdict).toBe("blocked");
  });

  it("E-MCP-05 applies the list unless servers are disabled", () => {
    expect(policy({ disableAllMcpServers: false, mcpServerAllowlist: list })).toMatchObject({ kind: "allowlist" });
    expect(policy({ mcpServerAllowlist: list })).toMatchObject({ kind: "allowlist" });
  });

  it("E-MCP-03 E-MCP-06 never restricts built-in servers", () => {
    for (const value of [{ disableAllMcpServers: true }, { mcpServerAllowlist: list }])
      expect(mcpVerdict(policy(value), { builtIn: "browser" })).toMatchObject({ verdict: "allowed" });
  });

  it("E-MCP-07 E-MCP-08 inherits with no list or an empty one", () => {
    for (const value of [{}, { mcpServerAllowlist: [] }]) {
      expect(policy(value)).toEqual({ kind: "inherited" });
      expect(mcpVerdict(policy(value), { command: "x" }).verdict).toBe("depends");
    }
  });

  it.each<readonly [string, McpCandidate, string]>([
    ["E-MCP-14 a URL pattern covers", { url: "https://mcp.example.com/v1" }, "allowed"],
    ["E-MCP-14 a domain pattern covers", { url: "https://a.b.acme.dev/mcp" }, "allowed"],
    ["E-MCP-14 nothing covers", { url: "https://mcp.example.com.evil.dev/v1" }, "blocked"],
    ["E-MCP-15 a command pattern covers", { command: "npx -y @acme/mcp" }, "allowed"],
    ["E-MCP-15 a program covers", { command: "/usr/bin/uvx tool" }, "allowed"],
    ["E-MCP-15 nothing covers", { command: "node server.js" }, "blocked"],
  ])("%s a server", (_, server, verdict) => {
    expect(mcpVerdict(policy({ mcpServerAllowlist: list }), server).verdict).toBe(verdict);
  });

  it("E-MCP-16 allows only listed tools; E-MCP-17 E-MCP-18 all tools with no list or an empty one", () => {
    const mine = policy({ mcpServerAllowlist: list });
    expect(mcpVerdict(mine, { url: "https://mcp.example.com/v1" }).tools).toEqual(["search"]);
    expect(mcpVerdict(mine, { url: "https://x.acme.dev" })).not.toHaveProperty("tools");
    expect(mcpVerdict(mine, { command: "npx x" })).not.toHaveProperty("tools");
  });
});

describe("egress", () => {
  const verdict = (value: object, host: string) => egressVerdict(effective(value).egress, host).verdict;
  const egressAllowlist = ["a.com", "*.b.com"];

  it.each([
    [
      "E-EGRESS-02 joins the inherited list without a mode",
      { egressAllowlist },
      "parent_plus_network_settings",
      "depends",
    ],
    ["E-EGRESS-03 restricts nothing", { egressMode: "allow_all" }, "allow_all", "allowed"],
    [
      "E-EGRESS-04 joins the inherited list",
      { egressMode: "parent_plus_network_settings", egressAllowlist },
      "parent_plus_network_settings",
      "depends",
    ],
    [
      "E-EGRESS-05 adds to the default domains",
      { egressMode: "default_with_network_settings", egressAllowlist },
      "default_with_network_settings",
      "depends",
    ],
    [
      "E-EGRESS-06 leaves only required domains",
      { egressMode: "network_settings_only", egressAllowlist },
      "network_settings_only",
      "blocked",
    ],
    ["uses the default domains if neither is set", {}, "default_with_network_settings", "depends"],
  ])("%s", (_, value, mode, other) => {
    expect(effective(value).egress.mode).toBe(mode);
    expect(verdict(value, "elsewhere.org")).toBe(other);
    if ("egressAllowlist" in value) {
      for (const host of ["a.com", "A.com", "x.b.com", "x.y.b.com"]) expect(verdict(value, host)).toBe("allowed");
      for (const host of ["b.com", "xa.com", "a.com.evil.org"]) expect(verdict(value, host)).toBe(other);
    }
  });

  it("extracts the host from user input", () => {
    expect(parseHost(" https://A.com:443/x ")).toBe("a.com");
    expect(parseHost("a.com.")).toBe("a.com");
    expect(parseHost("a.com:8080")).toBe("a.com");
    expect(parseHost("")).toBeUndefined();
    expect(parseHost("a b")).toBeUndefined();
  });
});
