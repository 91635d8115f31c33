import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Command } from "cmdk";
import { afterEach, expect, it } from "vitest";
import { type PaletteEntry, type PaletteGroup, PaletteGroups } from "./palette-groups";

afterEach(cleanup);

const entry = (title: string, rest: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: title,
  title,
  icon: null,
  ...rest,
  onSelect: () => undefined,
});
const result = { isResult: true };
const groups: PaletteGroup[] = [
  { heading: "Pages", entries: [entry("Usage"), entry("Agents")] },
  { heading: "Agents", entries: [entry("Where is tax computed", { ...result, keywords: "bc-1" })] },
  {
    heading: "Pull requests",
    entries: [
      entry("Make it dark #17", { ...result, keywords: "#17 demo/orders" }),
      entry("Cancel orders #170", { ...result, keywords: "#170 demo/orders" }),
    ],
    isHidden: true,
  },
  { heading: "Settings", entries: [entry("Audit log", { keywords: "settings Audit" })], isHidden: true },
  { heading: "Actions", entries: [entry("Cancel run")] },
  { heading: "Preferences", entries: [entry("Light theme"), entry("Dark theme")] },
];

function options(search: string): string[] {
  cleanup();
  render(
    <Command label="Commands" shouldFilter={false}>
      <Command.Input />
      <Command.List>
        <PaletteGroups groups={groups} />
      </Command.List>
    </Command>,
  );
  if (search !== "") fireEvent.change(screen.getByRole("combobox"), { target: { value: search } });
  return screen.queryAllByRole("option").map(({ textContent }) => textContent ?? "");
}

it("selects the best match, pages and actions first", () => {
  expect(options("dark")).toEqual(["Dark theme", "Make it dark #17"]);
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Dark theme");
});

it.each([
  ["cancel", ["Cancel run", "Cancel orders #170"]],
  ["#17", ["Make it dark #17", "Cancel orders #170"]],
  ["audit log", ["Audit log"]],
  ["them", ["Light theme", "Dark theme"]],
  ["agents", ["Agents"]],
  ["zzz", []],
])("finds by %s: %s", (search, expected) => {
  expect(options(search)).toEqual(expected);
});

it("shows groups in their order without a search", () => {
  expect(options("")).toEqual(["Usage", "Agents", "Where is tax computed", "Cancel run", "Light theme", "Dark theme"]);
});
