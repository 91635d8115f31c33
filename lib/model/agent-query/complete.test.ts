import { expect, it } from "vitest";
import { buildVocabulary, complete, queryWhileTyping } from "./complete";
import { formatQuery, keys } from "./query";

const vocabulary = buildVocabulary([
  {
    id: "1",
    name: "n",
    status: "IDLE",
    createdAt: "",
    updatedAt: "",
    latestRunId: "",
    env: { type: "pool", name: "my pool" },
    repos: [{ url: "https://h/acme/orders" }, { url: "https://h/acme/api" }],
    run: { status: "PAUSED", updatedAt: "" },
  },
]);
const labels = (text: string) => complete(text, vocabulary).suggestions.map(({ label }) => label);

it("suggests keys, then their values", () => {
  expect(labels("")).toEqual(keys.map((key) => `${key}:`));
  expect(labels("login st")).toEqual(["status:"]);
  expect(labels("-e")).toEqual(["-env:"]);
  expect(labels("status:fail")).toEqual(["failed", "checks-failed"]);
  expect(labels("status:exp")).toEqual(["expired", "EXPIRED"]);
  expect(labels("status:pau")).toEqual(["PAUSED"]);
  expect(labels("repo:ord")).toEqual(["acme/orders"]);
  expect(labels("archived:")).toEqual(["yes", "any", "no"]);
  expect(labels("nothing")).toEqual([]);
});

it("returns the range to replace, with text that parses back", () => {
  expect(complete("x status:RUNNING,id", vocabulary)).toMatchObject({ from: 17, suggestions: [{ insert: "IDLE" }] });
  expect(complete("env:my", vocabulary)).toMatchObject({ from: 4, suggestions: [{ insert: '"my pool"' }] });
  expect(complete("-status:run", vocabulary)).toMatchObject({
    from: 8,
    suggestions: [{ insert: "running" }, { insert: "RUNNING" }],
  });
});

it.each([
  ["status:fin", "status:"],
  ["x status:ERROR,fin", "x status:ERROR"],
  ["status:finished", "status:finished"],
  ["status:fin ", "status:fin"],
  ["status:zzz", "status:zzz"],
  ["repo:ord", "repo:ord"],
  ["fin", "fin"],
])("treats %j as %j while it is typed", (text, meant) => {
  expect(formatQuery(queryWhileTyping({ chips: [], text }, vocabulary))).toBe(meant);
});
