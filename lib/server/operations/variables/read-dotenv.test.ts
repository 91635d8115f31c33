import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VariableName, VariableValue } from "@/lib/contract/dashboard/saved-variable";
import { readDotenv } from "./read-dotenv";

const options = { kind: "variable" as const, reservedPrefix: "SVC_", names: new Set(["KNOWN"]) };

describe("the text of a .env file", () => {
  it("is read with comments, quotes, export and several lines", () => {
    const text = [
      "# comment",
      "export PLAIN=one # two",
      "QUOTED='a # b'",
      'KEY="-----BEGIN\nEND-----"',
      "KNOWN=first",
      "KNOWN=last",
    ].join("\n");
    const { entries, variables } = readDotenv(text, options);
    expect(variables).toEqual(
      expect.arrayContaining([
        { name: "PLAIN", value: "one" },
        { name: "QUOTED", value: "a # b" },
        { name: "KEY", value: "-----BEGIN\nEND-----" },
        { name: "KNOWN", value: "last" },
      ]),
    );
    expect(entries).toContainEqual({ name: "KNOWN", result: "overwritten" });
    expect(entries).toContainEqual({ name: "PLAIN", result: "added" });
  });

  it.each([
    ["1ST=x", "1ST", "without a digit first"],
    ["SVC_TOKEN=x", "SVC_TOKEN", "can't start with SVC_"],
    ["EMPTY=", "EMPTY", "1 to 4096 bytes"],
    [`LONG=${"x".repeat(4097)}`, "LONG", "1 to 4096 bytes"],
    ["no assignment\nA=x", "no assignment", "letters, digits and underscores"],
  ])("reports %j", (text, name, problem) => {
    const { entries, variables } = readDotenv(text, options);
    expect(entries).toContainEqual({ name, result: "invalid", problem: expect.stringContaining(problem) });
    expect(variables.map((each) => each.name)).not.toContain(name);
  });

  it("can't have secrets that wouldn't be masked", () => {
    const text = "SHORT=1234567\nWORD=production\nGOOD=s3cret-value";
    const { entries, variables } = readDotenv(text, { ...options, kind: "secret" });
    expect(variables).toEqual([{ name: "GOOD", value: "s3cret-value" }]);
    expect(entries.filter(({ result }) => result === "invalid").map(({ name }) => name)).toEqual(["SHORT", "WORD"]);
  });

  it("gives only valid variables, each reported once, for any text", () => {
    const line = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom("A", "B_1", "SVC_X", "é", " C "), fc.string())
        .map(([name, value]) => `${name}=${value}`),
      fc.constantFrom('Q="', "'", "\\", "export A=1"),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const { entries, variables } = readDotenv(lines.join("\n"), options);
        for (const { name, value } of variables) {
          expect(VariableName.safeParse(name).success && VariableValue.safeParse(value).success).toBe(true);
          expect(name.startsWith("SVC_")).toBe(false);
        }
        expect(entries.filter(({ result }) => result !== "invalid").map(({ name }) => name)).toEqual(
          variables.map(({ name }) => name),
        );
      }),
    );
  });
});
