import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEditorDocument, toEditorDocument } from "./editor-document";

const pieces = fc.array(fc.constantFrom("a", "b", "\n", "\r\n", "\r"), { maxLength: 12 });
const texts = fc.tuple(fc.constantFrom("", "\uFEFF"), pieces).map(([mark, parts]) => mark + parts.join(""));

describe("the editor's document", () => {
  it("maps offsets to the text and back", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { document, toDocument, toText } = toEditorDocument(text);
        for (let offset = 0; offset <= document.length; offset += 1) expect(toDocument(toText(offset))).toBe(offset);
        expect(document).not.toContain("\r");
        expect(toText(document.length)).toBe(text.length);
      }),
    );
  });

  it("applies edits and preserves all other line breaks", () => {
    expect(applyEditorDocument("\uFEFFa\r\nb\nc", "a\nbb\nc")).toBe("\uFEFFa\r\nbb\nc");
    expect(applyEditorDocument("a\r\nb\nc", "a\nx\ny\nb\nc")).toBe("a\r\nx\r\ny\r\nb\nc");
    fc.assert(
      fc.property(texts, pieces, (text, typed) => {
        const document = typed.join("").replace(/\r\n?/g, "\n");
        expect(toEditorDocument(applyEditorDocument(text, document)).document).toBe(document);
      }),
      { numRuns: 2_000 },
    );
  });
});
