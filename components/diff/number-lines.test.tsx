import { afterEach, expect, it } from "vitest";
import { numberLines } from "./number-lines";

afterEach(() => document.body.replaceChildren());

/** Lines as the diff library renders them: kind, number and, for unchanged ones, the number before the change. */
function code(layout: "unified" | "additions", lines: readonly [type: string, number: number, before?: number][]) {
  const numbers = lines.map(
    ([type, number], index) =>
      `<div data-line-type="${type}" data-column-number="${number}" data-line-index="${index}">`,
  );
  const content = lines.map(
    ([type, number, before], index) =>
      `<div data-line="${number}" data-line-type="${type}" data-line-index="${index}"${before ? ` data-alt-line="${before}"` : ""}>`,
  );
  document.body.innerHTML = `<code data-${layout}><div data-gutter>${numbers.join("</div>")}</div></div><div data-content>${content.join("</div>")}</div></div></code>`;
  numberLines(document.body);
  return [...document.querySelectorAll<HTMLElement>("[data-column-number]")].map(({ dataset }) => dataset.before);
}

it("shows the number before the change for unchanged and removed lines, and none for added ones", () => {
  const shown = code("unified", [
    ["context", 12, 8],
    ["change-deletion", 9],
    ["change-addition", 13],
    ["context-expanded", 1_400, 1_396],
  ]);
  expect(shown).toEqual(["8", "9", "", "1396"]);
  expect(document.querySelector("code")?.style.getPropertyValue("--before-width")).toBe("4ch");
});

it("leaves a diff side by side alone", () => {
  expect(code("additions", [["context", 12, 8]])).toEqual([undefined]);
});
