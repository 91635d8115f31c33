import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complete, completionAt, suggestCommands, suggestFiles } from "./completion";

const at = (text: string) => completionAt(text.replace("|", ""), text.indexOf("|"));

describe("the completed text", () => {
  it.each([
    ["/rev|", { kind: "command", query: "rev", from: 0, to: 4 }],
    ["/|", { kind: "command", query: "", from: 0, to: 1 }],
    ["fix /rev|", undefined],
    ["/review now|", undefined],
    ["look at @src/a|", { kind: "file", query: "src/a", from: 8, to: 14 }],
    ["@|", { kind: "file", query: "", from: 0, to: 1 }],
    ["a\n@x|", { kind: "file", query: "x", from: 2, to: 4 }],
    ["mail ada@example|", undefined],
    ["@src/a |", undefined],
    ["|", undefined],
  ])("of %j", (text, target) => {
    expect(at(text)).toEqual(target);
  });

  it("is replaced, with one space after it", () => {
    const target = at("see @re| now");
    expect(target && complete("see @re now", target, { text: "@README.md ", label: "" })).toEqual({
      text: "see @README.md now",
      caret: 14,
    });
    const command = at("/r|");
    expect(command && complete("/r", command, { text: "/review ", label: "" })).toEqual({ text: "/review ", caret: 8 });
  });

  it("is within the text", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, position) => {
        const caret = Math.min(position, text.length);
        const target = completionAt(text, caret);
        return !target || (target.from >= 0 && target.from < target.to && target.to === caret);
      }),
    );
  });
});

describe("suggestions", () => {
  it("are commands whose name starts with or contains the query", () => {
    const commands = [
      { name: "pr-review", description: "" },
      { name: "review", description: "Review it" },
      { name: "init" },
    ];
    expect(suggestCommands(commands, "RE")).toEqual([
      { text: "/review ", label: "/review", detail: "Review it" },
      { text: "/pr-review ", label: "/pr-review", detail: undefined },
    ]);
  });

  it("are files by name, then by path, shorter ones first", () => {
    const paths = ["src/orders/main.ts", "orders.md", "src/my-orders.ts", "docs/orders.md"];
    expect(suggestFiles(paths, "orders").map(({ label }) => label)).toEqual([
      "orders.md",
      "docs/orders.md",
      "src/my-orders.ts",
      "src/orders/main.ts",
    ]);
    expect(
      suggestFiles(
        Array.from({ length: 100 }, (_, index) => `f${index}`),
        "f",
      ),
    ).toHaveLength(8);
  });
});
