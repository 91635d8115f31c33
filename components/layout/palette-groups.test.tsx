import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Command } from "cmdk";
import { afterEach, expect, it } from "vitest";
import { type PaletteGroup, PaletteGroups } from "./palette-groups";
import { resultValue, scoreEntry } from "./palette-rank";

afterEach(cleanup);

const entry = (label: string, value = label) => ({
  ...{ id: label, label, value, icon: null },
  onSelect: () => undefined,
});
const groups: PaletteGroup[] = [
  { heading: "Pages", entries: [entry("Usage")] },
  { heading: "Agents", entries: [entry("Add a ranking", resultValue("Add a ranking bc-1"))] },
  { heading: "Pull requests", entries: [entry("Make it dark", resultValue("Make it dark"))], isHidden: true },
  { heading: "Preferences", entries: [entry("Light theme"), entry("Dark theme")] },
];

function options(search: string): string[] {
  render(
    <Command label="Commands" filter={scoreEntry}>
      <Command.Input />
      <Command.List>
        <PaletteGroups groups={groups} />
      </Command.List>
    </Command>,
  );
  if (search !== "") fireEvent.change(screen.getByRole("combobox"), { target: { value: search } });
  return screen.getAllByRole("option").map(({ textContent }) => textContent ?? "");
}

it("ranks actions above other matches if one of their words starts with the search", () => {
  expect(options("dark")).toEqual(["Dark theme", "Make it dark", "Add a ranking"]);
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Dark theme");
});

it("finds the second word of a title", () => {
  expect(options("them")).toEqual(["Light theme", "Dark theme"]);
});

it("shows groups in their order without a search", () => {
  expect(options("")).toEqual(["Usage", "Add a ranking", "Light theme", "Dark theme"]);
});
