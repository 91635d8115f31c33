import { cleanup, fireEvent, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useRowKeys } from "./use-row-keys";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function List({ names }: { names: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name} data-row>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>
  );
}

const press = (...keys: readonly string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
  return document.activeElement?.textContent;
};

it("moves focus between rows, and stays at the first and the last", () => {
  render(<List names={["one", "two", "three"]} />);
  expect(press("j")).toBe("one");
  expect(press("j", "j", "j")).toBe("three");
  expect(press("k", "k", "k")).toBe("one");
});

it.each([
  ["j", "three"],
  ["k", "one"],
])("continues with %s from the place of a removed row", (key, expected) => {
  const { rerender } = render(<List names={["one", "two", "three"]} />);
  expect(press("j", "j")).toBe("two");
  rerender(<List names={["one", "three"]} />);
  expect(press(key)).toBe(expected);
});

it("moves with the arrow keys only from a row, so that they scroll elsewhere", () => {
  render(<List names={["one", "two", "three"]} />);
  expect(press("ArrowDown")).toBe(document.body.textContent);
  expect(press("j", "ArrowDown")).toBe("two");
  expect(press("ArrowUp")).toBe("one");
});
