import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathBytes, pathText } from "./path-text";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("path text", () => {
  it("shows UTF-8 as it is", () => {
    for (const path of ["docs/ünï b.md", 'we"ird\tna\\me.txt', '"quoted"', "new\nline", "\ufffd"])
      expect(pathText(Buffer.from(path))).toBe(path);
  });

  it("quotes the parts that aren't UTF-8, like git", () => {
    expect(pathText(bytes("caf\xe9/\xe9t\xe9 1.txt"))).toBe(String.raw`"caf\351"/"\351t\351 1.txt"`);
    expect(pathText(bytes('src/a"\\\xff'))).toBe(String.raw`src/"a\042\134\377"`);
  });

  it("keeps a file whose name is a quoted form apart from the file that has the quoted name", () => {
    const name = String.raw`"\351.txt"`;
    expect(pathText(Buffer.from(name))).toBe(String.raw`"\042\134351.txt\042"`);
    expect(pathText(bytes("\xe9.txt"))).toBe(name);
  });

  it("returns the same bytes for every path, and different texts for different paths", () => {
    const part = fc.array(fc.constantFrom(...'\xe9\xc3\xa9"\\35a/'.split(""), "\\351"), { maxLength: 8 });
    const path = part.map((characters) => bytes(characters.join("")));
    fc.assert(
      fc.property(path, path, (one, other) => {
        expect(pathBytes(pathText(one))).toEqual(one);
        expect(pathText(one) === pathText(other)).toBe(one.equals(other));
      }),
      { numRuns: 5_000 },
    );
  });
});
