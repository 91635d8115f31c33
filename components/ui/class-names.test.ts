import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { describe, expect, it } from "vitest";
import { classNames } from "./class-names";

/** With the theme's own width. */
const twMerge = extendTailwindMerge({ extend: { classGroups: { "max-w": ["max-w-content"] } } });
const root = join(import.meta.dirname, "..", "..");

/** Every class in a string literal in the sources. */
function vocabulary(): string[] {
  const words = new Set<string>();
  for (const folder of ["app", "components"]) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!/(?<!\.test)\.tsx$/.test(name)) continue;
      const text = readFileSync(join(root, folder, name), "utf8");
      for (const [, value = ""] of text.matchAll(/(?:className|class)="([^"]*)"|classNames\(\s*"([^"]*)"/g)) {
        for (const word of value.split(/\s+/)) if (word) words.add(word);
      }
    }
  }
  return [...words];
}

describe("joining class names", () => {
  it("keeps the later of two conflicting classes", () => {
    expect(classNames("px-2 bg-card text-sm hover:bg-muted", "p-1 bg-popover text-danger hover:bg-accent")).toBe(
      "text-sm p-1 bg-popover text-danger hover:bg-accent",
    );
  });

  it("never drops a class that tailwind-merge keeps, for any two classes in the sources", () => {
    const words = vocabulary();
    expect(words.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const first of words) {
      for (const second of words) {
        const pair = `${first} ${second}`;
        if (first !== second && classNames(pair) !== pair && twMerge(pair) === pair) wrong.push(pair);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ["h-8 px-3 text-sm", "size-8 text-xs"],
    ["w-full max-w-lg rounded-md", "max-w-3xl rounded-none"],
    ["flex items-center", "hidden items-start"],
    ["border bg-card", "border-2 border-danger bg-danger-soft"],
    ["leading-4 text-sm", "text-base"],
    ["[&_svg]:size-3.5 data-[disabled]:opacity-50", "[&_svg]:size-4 data-[disabled]:opacity-30"],
  ])("agrees with tailwind-merge on %s + %s", (first, second) => {
    expect(classNames(first, second)).toBe(twMerge(first, second));
  });
});
