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
    expect(fileText(encode(new Uint8Array([0x1f, 0x8b, 0x08, 0xff])))).toEqual({ kind: "binary", bytes: 4 });
  });

  it("decodes text that isn't UTF-8 and names its encoding", () => {
    const utf16 = Buffer.from("\ufeffREGEDIT4 ü\r\n", "utf16le");
    const text = "REGEDIT4 ü\r\n";
    expect(fileText(encode(utf16))).toMatchObject({ kind: "text", text, encoding: "UTF-16 LE" });
    expect(fileText(encode(utf16.swap16()))).toMatchObject({ kind: "text", text, encoding: "UTF-16 BE" });
    const latin1 = { kind: "text", text: "été\n", encoding: "Windows-1252" };
    expect(fileText(encode(Buffer.from("été\n", "latin1")))).toMatchObject(latin1);
    expect(fileText(encode("été\n"))).not.toHaveProperty("encoding");
  });

  it("detects hidden characters", () => {
    expect(fileText(encode("if (admin\u202e) {"))).toMatchObject({ hidden: "bidirectional" });
    expect(fileText(encode("plain"))).toMatchObject({ hidden: undefined });
  });
});
