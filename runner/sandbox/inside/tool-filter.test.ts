import { describe, expect, it } from "vitest";
import { createToolFilter } from "./tool-filter";

const filter = createToolFilter(["search"]);
const call = (name: unknown, id: unknown = 1) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name } });

describe("the tools of an MCP connection", () => {
  it("passes calls of allowed tools and other methods on", () => {
    for (const message of [call("search"), { jsonrpc: "2.0", id: 2, method: "tools/list" }, [call("search")]]) {
      expect(filter.request(message)).toEqual({ forward: message });
    }
  });

  it("answers calls of other tools with an error", () => {
    const reply = { jsonrpc: "2.0", id: 1, error: { code: -32602, message: expect.stringContaining("delete") } };
    expect(filter.request(call("delete"))).toEqual({ reply });
    expect(filter.request([call("search", 7), call("delete")])).toEqual({ reply });
    for (const name of [undefined, 5, null, { name: "search" }, "Search"]) {
      expect(filter.request(call(name))).toHaveProperty("reply");
    }
  });

  it("lists allowed tools only", () => {
    const listed = {
      jsonrpc: "2.0",
      id: 1,
      result: { tools: [{ name: "search" }, { name: "delete" }, 5], nextCursor: "a" },
    };
    const kept = { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "search" }], nextCursor: "a" } };
    expect(filter.response(listed)).toEqual(kept);
    expect(filter.response([listed])).toEqual([kept]);
    expect(filter.response({ id: 1, result: {} })).toEqual({ id: 1, result: {} });
  });
});
