// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ListHeader } from "./list-header";

afterEach(cleanup);

it("has a Cost column only when prices are set", () => {
  const show = (withCost: boolean) => (
    <ListHeader agents={[]} selection={undefined} withCost={withCost} sort="" onSort={() => undefined} />
  );
  const { rerender } = render(show(false));
  expect(screen.getByRole("button", { name: "Sort by tokens" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Sort by cost" })).toBeNull();
  rerender(show(true));
  expect(screen.getByRole("button", { name: "Sort by cost" })).toBeTruthy();
});
