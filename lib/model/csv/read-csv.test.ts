import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRow } from "./csv";
import { readCsv } from "./read-csv";

describe("reading CSV", () => {
  it("reads quoted cells with delimiters, quotes and line breaks", () => {
    expect(readCsv('a,"b,""c""\nd"\r\ne,\n', ",", 10)).toEqual([
      ["a", 'b,"c"\nd'],
      ["e", ""],
    ]);
  });

  it("skips empty lines, and stops after the requested rows", () => {
    expect(readCsv("a\n\n\nb\nc", ",", 2)).toEqual([["a"], ["b"]]);
  });

  it("reads what the CSV export writes", () => {
    const cell = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2 }), (cells) => {
        expect(readCsv(csvRow(cells), ",", 10)).toEqual([cells]);
      }),
    );
  });
});
