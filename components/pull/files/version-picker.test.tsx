import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { VersionPicker } from "./version-picker";
import type { VersionRange } from "./versions";

afterEach(cleanup);

const version = (number: string) => ({ number, headSha: `head ${number}`, baseSha: "base" });
const [first, second, third] = [version("1"), version("2"), version("3")];

function show(range: VersionRange) {
  const onChange = vi.fn();
  render(
    <VersionPicker
      versions={[first, second, third]}
      range={range}
      reviewed={first}
      seen={second}
      newer={undefined}
      onChange={onChange}
    />,
  );
  return {
    buttons: screen.getAllByRole("button").map(({ textContent }) => textContent),
    choose: (button: string) => {
      fireEvent.click(screen.getByRole("button", { name: button }));
      return onChange.mock.lastCall;
    },
  };
}

it("offers the changes since the user's review and since the last version the user saw", () => {
  const whole = show({ from: undefined, to: third });
  expect(whole.buttons).toEqual(["Since your review", "New since version 2"]);
  expect(whole.choose("Since your review")).toEqual(["1..3"]);
  expect(whole.choose("New since version 2")).toEqual(["2..3"]);
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "base",
    "version 1 (your review)",
    "version 2 (last seen)",
    "version 1",
    "version 2",
    "version 3",
  ]);
});

it("offers all changes while it shows only the new ones", () => {
  const { buttons, choose } = show({ from: second, to: third });
  expect(buttons).toEqual(["Show all changes", "Since your review"]);
  expect(choose("Show all changes")).toEqual(["3"]);
});
