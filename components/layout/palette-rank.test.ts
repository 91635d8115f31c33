import fc from "fast-check";
import { expect, it } from "vitest";
import { rankGroups, scoreEntry } from "./palette-rank";

const score = (title: string, search: string, keywords?: string) => scoreEntry({ title, keywords }, search);

it("ranks exact matches before whole words, starts of words and other substrings", () => {
  const titles = ["Cancel", "Please cancel it", "Cancellation policy", "Uncancelled order"];
  const scores = titles.map((title) => score(title, "cancel"));
  expect(scores.toSorted((a, b) => b - a)).toEqual(scores);
  expect(new Set(scores).size).toBe(4);
});

it.each([
  ["Where is tax computed", "cancel"],
  ["New agent", "nwagt"],
  ["Usage", "usgae"],
  ["Light theme", "heme light x"],
])("doesn't find %s by %s", (title, search) => {
  expect(score(title, search)).toBe(0);
});

it("finds pull requests by number, and ids only from their start", () => {
  expect(score("Round prices", "#17", "#17 demo/orders")).toBeGreaterThan(
    score("Round prices", "#17", "#170 demo/orders"),
  );
  expect(score("Round prices", "#17", "#17 demo/orders")).toBeGreaterThan(score("Triage issues #17", "#17"));
  expect(score("Round prices", "17", "#17 demo/orders")).toBeGreaterThan(0);
  expect(score("Round prices", "orders", "#17 demo/orders")).toBeGreaterThan(0);
  expect(score("Round prices", "bc-0a1b", "bc-0a1b-77")).toBeGreaterThan(0);
  expect(score("Round prices", "a1b", "bc-0a1b-77")).toBe(0);
});

it("finds words in any order after phrases", () => {
  expect(score("Worker tokens", "token worker")).toBeGreaterThan(0);
  expect(score("Worker tokens", "token worker")).toBeLessThan(score("Worker tokens", "ker tok"));
});

it("ranks pages and actions before results that match equally well, and after better ones", () => {
  const agent = (title: string) => scoreEntry({ title, isResult: true }, "usage");
  expect(score("Usage", "usage")).toBeGreaterThan(agent("Usage"));
  expect(agent("Usage")).toBeGreaterThan(score("Usage report", "usage"));
});

it("sorts groups by their best match, limits them, and drops empty ones", () => {
  const agents = { heading: "Agents", entries: [{ title: "Add a ranking", isResult: true }] };
  const preferences = { heading: "Preferences", entries: [{ title: "Light theme" }, { title: "Dark theme" }] };
  const names = (search: string, limit = 10) =>
    rankGroups([agents, preferences], search, limit).map(({ entries }) => entries.map(({ title }) => title));
  expect(names("theme")).toEqual([["Light theme", "Dark theme"]]);
  expect(names("dark")).toEqual([["Dark theme"]]);
  expect(names("k")).toEqual([["Dark theme"], ["Add a ranking"]]);
  expect(names(" ", 1)).toEqual([["Add a ranking"], ["Light theme"]]);
});

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const title = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));

it("matches exactly the titles that contain the search, or words that start with its words", () => {
  fc.assert(
    fc.property(title, title, (text, search) => {
      const starts = search.split(" ").every((each) => text.split(" ").some((other) => other.startsWith(each)));
      expect(score(text, search) > 0).toBe(text.includes(search) || starts);
    }),
  );
});

it("orders the kinds of matches for any words", () => {
  fc.assert(
    fc.property(word, word, (search, other) => {
      const exact = score(search, search);
      const whole = score(`${other} ${search}`, search);
      const start = score(`${search}q`, search);
      const inside = score(`0${search}`, search);
      expect(exact).toBeGreaterThan(whole);
      expect(whole).toBeGreaterThan(start);
      expect(start).toBeGreaterThan(inside);
      expect(inside).toBeGreaterThan(0);
    }),
  );
});

it("ignores case and surrounding spaces", () => {
  fc.assert(
    fc.property(title, title, (text, search) => {
      expect(score(text.toUpperCase(), ` ${search} `)).toBe(score(text, search.toUpperCase()));
    }),
  );
});
