import { describe, expect, it } from "vitest";
import { parseMcpServers } from "./mcp-servers-field";

describe("the tool servers of a follow-up", () => {
  it("are none when nothing was typed, and turned off by an empty list", () => {
    expect(parseMcpServers("  ")).toEqual({ servers: undefined });
    expect(parseMcpServers("[]")).toEqual({ servers: [] });
  });

  it("are read with their kind filled in", () => {
    expect(parseMcpServers('[{"name":"a","command":"npx"}]')).toMatchObject({
      servers: [{ name: "a", type: "stdio" }],
    });
  });

  it.each([
    ["[", "is not JSON"],
    ["{}", "expected array"],
    ['[{"name":"a","url":"ftp://x"}]', "0.url: must be an http or https URL"],
  ])("are refused with the reason: %s", (text, problem) => {
    expect(parseMcpServers(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
