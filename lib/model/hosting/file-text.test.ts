import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileText } from "./file-text";

const encode = (content: Uint8Array | string) => Buffer.from(content).toString("base64");

describe("file text", () => {
  it("decodes any text without null characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\0") && text.isWellFormed() && !text.startsWith("\ufeff"));
        expect(fileText(encode(text))).toMatchObject({ kind: "text", text });
      }),
    );
  });

  it("detects binary content", () => {
    expect(fileText(encode(new Uint8Array([137, 80, 0, 1])))).toEqual({ kind: "binary", bytes: 4 });
    expect(fileText(encode(new Uint8Array([0xff, 0xfe, 0x41])))).toEqual({ kind: "binary", bytes: 3 });
  });

  it("detects hidden characters", () => {
    expect(fileText(encode("if (admin\u202e) {"))).toMatchObject({ hidden: "bidirectional" });
    expect(fileText(encode("plain"))).toMatchObject({ hidden: undefined });
  });
});
