import { describe, expect, it } from "vitest";
import { significantWords } from "./significant-words";

describe("the words of a question", () => {
  it("leaves out what every question has", () => {
    expect(significantWords("Can you please explain how the refund is made?")).toEqual(["refund"]);
  });

  it("puts names in code first and keeps them whole", () => {
    expect(significantWords("Does refund call parseAmount or src/money.ts?")).toEqual([
      "src/money.ts",
      "parseAmount",
      "refund",
    ]);
  });

  it("takes each word once, and no more than six", () => {
    expect(significantWords("alpha Alpha bravo charlie delta echoes foxtrot golfing")).toHaveLength(6);
  });
});
