import { expect, it } from "vitest";
import { matchRanges } from "./use-find-marks";

function line(...tokens: readonly string[]): Element {
  const element = document.createElement("div");
  for (const token of tokens) {
    const span = document.createElement("span");
    span.textContent = token;
    element.append(span);
  }
  return element;
}
const found = (element: Element, query: string) => matchRanges(element, query).map(String);

it("finds every match in a line, across tokens", () => {
  expect(found(line("const ", "total", " = total", "Price(", "total", ")"), "total")).toEqual([
    "total",
    "total",
    "total",
  ]);
  expect(found(line("total", "Price", "Total"), "alprice")).toEqual(["alPrice"]);
  expect(found(line("aaaa"), "aa")).toEqual(["aa", "aa"]);
  expect(found(line("", "ab", "", "cd"), "bc")).toEqual(["bc"]);
});

it("is case-sensitive only with capitals", () => {
  expect(found(line("Total total"), "total")).toEqual(["Total", "total"]);
  expect(found(line("Total total"), "Total")).toEqual(["Total"]);
  expect(found(line("total"), "")).toEqual([]);
});
