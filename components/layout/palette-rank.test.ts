import { expect, it } from "vitest";
import { rankGroups, resultValue, scoreEntry, searchValue } from "./palette-rank";

it("ranks a word prefix of a page or action above every result", () => {
  expect(scoreEntry("Dark theme", "DARK ")).toBeGreaterThan(scoreEntry(resultValue("dark"), "dark"));
  expect(scoreEntry("Dark theme", "th")).toBeGreaterThan(scoreEntry(resultValue("th"), "th"));
  expect(scoreEntry("New agent", "nwagt")).toBeLessThanOrEqual(1);
});

it("sorts groups by their best match", () => {
  const agents = { heading: "Agents", entries: [{ value: resultValue("Add a ranking") }] };
  const preferences = { heading: "Preferences", entries: [{ value: "Light theme" }, { value: "Dark theme" }] };
  expect(rankGroups([agents, preferences], "dark")).toEqual([preferences, agents]);
  expect(rankGroups([preferences, agents], "ranking")).toEqual([agents, preferences]);
  expect(rankGroups([agents, preferences], " ")).toEqual([agents, preferences]);
});

it("lists searches of everything for any text, after all other matches", () => {
  expect(scoreEntry(searchValue("everything"), "zzz")).toBeGreaterThan(0);
  expect(scoreEntry(searchValue("everything"), "nt")).toBeLessThan(scoreEntry(resultValue("a long agent name"), "nt"));
});
