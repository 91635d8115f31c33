import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explanationAt, suggestionsAt } from "./assist";
import { parse } from "./parse";
import { environments } from "./testing/environments";
import { textOf } from "./testing/jsonc";

const at = (marked: string) => {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  return { text, root: parse(text).root, offset };
};
const labels = (marked: string) => {
  const { text, root, offset } = at(marked);
  return suggestionsAt(text, root, offset).map(({ label }) => label);
};
const chosen = (marked: string, label: string) => {
  const { text, root, offset } = at(marked);
  const found = suggestionsAt(text, root, offset).find((each) => each.label === label);
  if (!found) return undefined;
  const put = found.start + found.cursor;
  const result = text.slice(0, found.start) + found.insert + text.slice(found.end);
  return `${result.slice(0, put)}|${result.slice(put)}`;
};

describe("completion", () => {
  it("completes unused properties", () => {
    expect(labels('{ "name": "a", | }')).toContain("install");
    expect(labels('{ "name": "a", | }')).not.toContain("name");
    expect(labels('{ "ports": [{ | }] }')).toEqual(["name", "port"]);
    expect(labels('{ "terminals": [[{ "command": "x", "|" }]] }')).toEqual(["name", "description"]);
    expect(labels('{ "build": { "dockerfile": "D", con| } }')).toContain("context");
  });

  it("inserts a name with an empty value", () => {
    expect(chosen("{ | }", "install")).toBe('{ "install": "|" }');
    expect(chosen('{ | "name": "a" }', "ports")).toBe('{ "ports": [|], "name": "a" }');
    expect(chosen('{ "inst|" }', "install")).toBe('{ "install": "|" }');
    expect(chosen('{ "inst|": "x" }', "install")).toBe('{ "install"|: "x" }');
  });

  it("completes a property's values", () => {
    expect(labels('{ "egressMode": | }')).toHaveLength(4);
    expect(chosen('{ "egressMode": "al|" }', "allow_all")).toBe('{ "egressMode": "allow_all"| }');
    expect(chosen('{ "enable_testing": | }', "false")).toBe('{ "enable_testing": false| }');
    expect(labels('{ "nowhere": | }')).toEqual([]);
  });

  it("describes names and choices", () => {
    const explain = (marked: string) => {
      const { root, offset } = at(marked);
      return explanationAt(root, offset);
    };
    expect(explain('{ "inst|all": "x" }')).toMatchObject({ title: "install: string", start: 2, end: 11 });
    expect(explain('{ "egressMode": "allow|_all" }')).toMatchObject({ title: "allow_all" });
    expect(explain('{ "ports": [{ "po|rt": 1 }] }')).toMatchObject({ title: "port: number" });
    expect(explain('{ "what|ever": 1 }')).toBeUndefined();
  });

  it("works at every offset of every text", () => {
    fc.assert(
      fc.property(environments.chain(textOf), fc.nat(), fc.nat(), (whole, cut, offset) => {
        const text = whole.slice(0, cut % (whole.length + 1));
        const { root } = parse(text);
        const position = offset % (text.length + 1);
        for (const { start, end } of suggestionsAt(text, root, position)) {
          expect(start).toBeLessThanOrEqual(position);
          expect(end).toBeGreaterThanOrEqual(position);
        }
        explanationAt(root, position);
      }),
      { numRuns: 500 },
    );
  });
});
