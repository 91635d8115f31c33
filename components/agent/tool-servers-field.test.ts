import { describe, expect, it } from "vitest";
import { readToolServers } from "./tool-servers-field";

describe("the tool servers of a follow-up", () => {
  it("are none when nothing was typed, and turned off by an empty list", () => {
    expect(readToolServers("  ")).toEqual({ servers: undefined });
    expect(readToolServers("[]")).toEqual({ servers: [] });
  });

  it("are read with their kind filled in", () => {
    expect(readToolServers('[{"name":"a","command":"npx"}]')).toMatchObject({
      servers: [{ name: "a", type: "stdio" }],
    });
  });

  it.each([
    ["[", "is not JSON"],
    ["{}", "expected array"],
    ['[{"name":"a","url":"ftp://x"}]', "0.url: must be an http or https URL"],
  ])("are refused with the reason: %s", (text, problem) => {
    expect(readToolServers(text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
