import { cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { Avatar, avatarColor, initials } from "./avatar";

afterEach(cleanup);

it.each([
  ["Ada Lovelace", "AL"],
  ["Łukasz Jan Nowak", "ŁN"],
  ["grace@example.com", "G"],
  ["grace.hopper@example.com", "GH"],
  ["ada", "A"],
  ["𝒜lan", "𝒜"],
  ["…", "?"],
  ["", "?"],
])("abbreviates %s to %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});

it("gives a name the same color in any case", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (name) => {
      expect(avatarColor(name.toUpperCase())).toBe(avatarColor(name.toLowerCase()));
    }),
  );
  expect(new Set(["Ada", "Grace", "Łukasz", "Barbara", "Edsger", "Admin"].map(avatarColor)).size).toBeGreaterThan(2);
});

it("is hidden from screen readers, and isn't copied with the name", () => {
  const { container } = render(<Avatar name="Ada Lovelace" />);
  expect(container.querySelector("[aria-hidden]")?.getAttribute("data-initials")).toBe("AL");
  expect(container.textContent).toBe("");
});
