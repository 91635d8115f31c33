// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { ListHeader } from "./list-header";

afterEach(cleanup);

it("has a Cost column only when prices are set", () => {
  const show = (withCost: boolean) => (
    <ListHeader agents={[]} selection={undefined} withCost={withCost} sort="" onSort={() => undefined} />
  );
  const { rerender } = render(show(false));
  expect(screen.getByRole("button", { name: "Tokens" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Cost" })).toBeNull();
  rerender(show(true));
  expect(screen.getByRole("button", { name: "Cost" })).toBeTruthy();
});

function Sortable() {
  const [sort, setSort] = useState("");
  return <ListHeader agents={[]} selection={undefined} withCost={false} sort={sort} onSort={setSort} />;
}

it.each([
  ["Name", ["ascending", "descending", "none"]],
  ["Tokens", ["descending", "ascending", "none"]],
])("sorts by %s in turns: %s", (title, order) => {
  render(<Sortable />);
  const header = screen.getByRole("columnheader", { name: title });
  const sorts = order.map(() => {
    fireEvent.click(screen.getByRole("button", { name: title }));
    return header.getAttribute("aria-sort");
  });
  expect(sorts).toEqual(order);
  expect(screen.getByRole("columnheader", { name: "Repository" }).hasAttribute("aria-sort")).toBe(false);
});
