import { afterEach, expect, it } from "vitest";
import { parsePatch } from "@/lib/model/diff/patch";
import { labelHunks } from "./label-hunks";

afterEach(() => document.body.replaceChildren());

/** Separators as the diff library renders them: one before each hunk, and one at the end. */
function separators(...texts: string[]): HTMLElement {
  const container = document.createElement("div");
  for (const [index, text] of texts.entries()) {
    const separator = document.createElement("div");
    separator.dataset.expandIndex = String(index);
    separator.innerHTML = "<div data-separator-content><span data-unmodified-lines></span></div>";
    const lines = separator.querySelector("[data-unmodified-lines]");
    if (lines) lines.textContent = text;
    container.append(separator);
  }
  document.body.append(container);
  return container;
}

const unknown = "More lines may follow";
const hunk = (line: number, title: string, ...after: string[]) =>
  [`@@ -${line},${1 + after.length} +${line},${1 + after.length} @@ ${title}`, "-old", "+new", ...after].join("\n");
const titles = (container: HTMLElement) =>
  [...container.children].map((separator) => separator.querySelector("[data-hunk-title]")?.textContent);
const lines = (container: HTMLElement) =>
  [...container.children].map((separator) => separator.querySelector("[data-unmodified-lines]")?.textContent);

it("shows the title of each hunk once, as text", () => {
  const container = separators("3 unmodified lines", "5 unmodified lines", "7 unmodified lines");
  const hostile = "<img src=x onerror=alert(1)> \u202e";
  const hunks = parsePatch([hunk(4, "function total() {"), hunk(14, ""), hunk(24, hostile)].join("\n"));
  labelHunks(container, hunks);
  labelHunks(container, hunks);
  expect(titles(container)).toEqual(["function total() {", undefined, expect.stringContaining("<img src=x")]);
  expect(titles(container)[2]).not.toContain("\u202e");
  expect(container.querySelectorAll("[data-hunk-title]")).toHaveLength(2);
  expect(container.querySelector("img")).toBeNull();
  expect(lines(container)).toEqual(["3 unmodified lines", "5 unmodified lines", "7 unmodified lines"]);
});

it("follows the hunks when a file changes", () => {
  const container = separators("3 unmodified lines", "5 unmodified lines");
  labelHunks(container, parsePatch([hunk(4, "class Order {"), hunk(14, "class Cart {")].join("\n")));
  labelHunks(container, parsePatch(hunk(4, "class Cart {")));
  expect(titles(container)).toEqual(["class Cart {", undefined]);
});

it.each([
  [[], "End of file"],
  [[" a", " b"], "End of file"],
  [[" a", " b", " c"], "More lines, if there are any"],
])("says whether the file ends after the unchanged lines %j", (after, text) => {
  const container = separators(unknown, unknown);
  labelHunks(container, parsePatch(hunk(4, "", ...after)));
  expect(lines(container)).toEqual(["More lines, if there are any", text]);
});
