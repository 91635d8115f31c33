import { describe, expect, it } from "vitest";
import { significantWords } from "./significant-words";

describe("significant words", () => {
  it("omits common words", () => {
    expect(significantWords("Can you please explain how the refund is made?")).toEqual(["refund"]);
  });

  it("puts identifiers first and doesn't split them", () => {
    expect(significantWords("Does refund call parseAmount or src/money.ts?")).toEqual([
      "src/money.ts",
      "parseAmount",
      "refund",
    ]);
  });

  it("returns each word once and at most six", () => {
    expect(significantWords("alpha Alpha bravo charlie delta echoes foxtrot golfing")).toHaveLength(6);
  });
});
