import { describe, expect, it } from "vitest";
import { parseMcpServers } from "./mcp-servers-field";

describe("the MCP servers of a follow-up", () => {
  it("are undefined for empty text and disabled by an empty list", () => {
    expect(parseMcpServers("  ")).toEqual({ servers: undefined });
    expect(parseMcpServers("[]")).toEqual({ servers: [] });
  });

  it("default to the type their fields imply", () => {
    expect(parseMcpServers('[{"name":"a","command":"npx"}]')).toMatchObject({
      servers: [{ name: "a", type: "stdio" }],
    });
  });

  it.each([
    ["[", "invalid JSON"],
    ["{}", "expected array"],
    ['[{"name":"a","url":"ftp://x"}]', "0.url: must be an http or https URL"],
  ])("are rejected with a reason: %s", (text, problem) => {
    expect(parseMcpServers(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
