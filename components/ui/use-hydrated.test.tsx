import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { Combobox } from "./combobox";
import { Menu, MenuItem } from "./menu";
import { Segmented } from "./segmented";
import { Select } from "./select";

afterEach(() => {
  cleanup();
  // Testing Library removes only the containers it created.
  document.body.replaceChildren();
});

const control = { id: "branch", "aria-describedby": undefined, "aria-invalid": undefined };

function Controls() {
  const [pressed, setPressed] = useState(0);
  const press = () => setPressed(pressed + 1);
  return (
    <>
      <output>{pressed}</output>
      <Button onClick={press}>Press</Button>
      <Checkbox label="Tick" checked={false} onChange={press} />
      <Select aria-label="Pick" onChange={press} />
      <Segmented label="Look" value="a" options={[{ value: "a", label: "A" }]} onChange={press} />
      <Combobox control={control} name="Branch" value="" options={[]} placeholder="main" onChange={press} empty="" />
      <Menu trigger={<button type="button">More</button>}>
        <MenuItem>Delete</MenuItem>
      </Menu>
      <form>
        <Button type="submit">Save</Button>
        <Button type="submit" native>
          Find
        </Button>
      </form>
    </>
  );
}

const controls = "button, input, select";
const enabledCount = (container: Element) =>
  [...container.querySelectorAll(controls)].filter((each) => !each.hasAttribute("disabled")).length;

it("disables controls that need code until hydration, and enables them afterward", () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<Controls />);
  const all = container.querySelectorAll(controls).length;
  expect(all).toBe(8);
  expect(enabledCount(container)).toBe(1);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Find" }).disabled).toBe(false);

  render(<Controls />, { container, hydrate: true });
  expect(enabledCount(container)).toBe(all);
  expect(container.querySelector("[data-hydrating]")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Press" }));
  fireEvent.click(screen.getByLabelText("Tick"));
  expect(container.querySelector("output")?.textContent).toBe("2");
});
