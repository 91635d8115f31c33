import { expect, it } from "vitest";
import { renameLabel } from "./rename-label";

it.each([
  ["src/orders/invoice.ts", "src/billing/invoice.ts", "src/{orders → billing}/invoice.ts"],
  ["src/a.ts", "src/b.ts", "src/{a.ts → b.ts}"],
  ["src/invoice.ts", "src/billing/invoice.ts", "src/{ → billing}/invoice.ts"],
  ["a/x/y/z.ts", "a/z.ts", "a/{x/y → }/z.ts"],
  ["docs/guide.md", "guide.md", "{docs → }/guide.md"],
  ["a.ts", "b.ts", "a.ts → b.ts"],
  ["a/b.ts", "c/d.ts", "a/b.ts → c/d.ts"],
])("writes the common folders of %s and %s once", (before, after, label) => {
  expect(renameLabel(before, after)).toBe(label);
});
