import { expect } from "vitest";
import { type Checked, checkEnvironment } from "../check";

/** A file with each expected finding marked (`«here»`), and the codes of the findings in text order. */
export type Fixture = readonly [title: string, marked: string, ...codes: string[]];

/** Checks a marked file: exactly the marked findings, each with exactly its range. */
export function expectMarked(marked: string, codes: readonly string[]): Checked {
  const ranges: { start: number; end: number }[] = [];
  let text = "";
  for (const character of marked) {
    if (character === "«") ranges.push({ start: text.length, end: text.length });
    else if (character === "»") {
      const open = ranges.at(-1);
      if (open) open.end = text.length;
    } else text += character;
  }
  const checked = checkEnvironment(text);
  const found = checked.diagnostics.map(({ code, start, end }) => ({ code, start, end }));
  expect(found, text).toEqual(codes.map((code, index) => ({ code, ...ranges[index] })));
  for (const { message } of checked.diagnostics) expect(message).toMatch(/^\S.*[.?]$/s);
  return checked;
}
