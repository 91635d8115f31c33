import { expect, it } from "vitest";
import { readAdvancedFilters } from "./pull-filters";

const none = { since: "", until: "", base: "", head: "", sha: "", stack: "" };
const stack = "stk_d7rmjace5lz6x2qkwp3t4nvbyh";
const sha = "0123456789abcdef0123456789abcdef01234567";

it("converts dates to whole days, and keeps timestamps, head, commit and stack", () => {
  expect(readAdvancedFilters(none)).toEqual({ query: {}, problems: {} });
  expect(
    readAdvancedFilters({ since: "2026-01-31", until: "2026-01-31", base: "main", head: "work", sha, stack }),
  ).toEqual({
    query: {
      since: "2026-01-31T00:00:00Z",
      until: "2026-01-31T23:59:59.999Z",
      base: "main",
      head: "work",
      headSha: sha,
      stackId: stack,
    },
    problems: {},
  });
  const since = "2026-01-31T12:00:00+02:00";
  expect(readAdvancedFilters({ ...none, since }).query).toEqual({ since });
});

it("reports each invalid filter and omits it from the query", () => {
  const { query, problems } = readAdvancedFilters({
    since: "2026-02-30",
    until: "soon",
    base: "",
    head: "work",
    sha: "abc",
    stack: "1",
  });
  expect(query).toEqual({ head: "work" });
  expect(Object.keys(problems)).toEqual(["since", "until", "sha", "stack"]);
  expect(problems.since).toMatch(/^Must be a date .+ This filter isn't applied\.$/);
});

it("reports an end date before the start date", () => {
  const { query, problems } = readAdvancedFilters({ ...none, since: "2026-02-02", until: "2026-02-01" });
  expect(query).toEqual({ since: "2026-02-02T00:00:00Z", until: "2026-02-01T23:59:59.999Z" });
  expect(problems).toEqual({ until: "Must be after “Opened since”." });
});
