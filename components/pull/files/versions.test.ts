import { expect, it } from "vitest";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import {
  areVersionsKnown,
  formatVersionRange,
  knownVersions,
  lastReviewed,
  lastSeen,
  parseVersionRange,
} from "./versions";

const version = (number: string) => ({ number, headSha: `head ${number}`, baseSha: "base" });
const review = (number: string, email: string): PullRequestReview => ({
  id: number,
  author: { user: { id: email, email } },
  verdict: "comment",
  body: "",
  pullRequestVersion: version(number),
});
const reviews = [review("2", "me@x"), review("1", "me@x"), review("3", "other@x")];
const versions = knownVersions(version("10"), reviews, [], [version("4"), version("11")]);

it("lists versions without duplicates, sorted by number, up to the latest", () => {
  expect(versions.map(({ number }) => number)).toEqual(["1", "2", "3", "4", "10"]);
});

it("defaults to the changes since the user's latest review", () => {
  const reviewed = lastReviewed(versions, reviews, "ME@x");
  expect(reviewed?.number).toBe("2");
  expect(parseVersionRange("", versions, version("10"), reviewed)).toEqual({ from: version("2"), to: version("10") });
  expect(lastReviewed(versions, [review("10", "me@x")], "me@x")).toBeUndefined();
  expect(lastReviewed(versions, reviews, "")).toBeUndefined();
});

it("offers the changes since the last seen version, unless a later one was reviewed", () => {
  const seen = [version("2"), version("4")];
  expect(lastSeen(versions, seen, undefined)).toEqual(version("4"));
  expect(lastSeen(versions, seen, version("3"))).toEqual(version("4"));
  expect(lastSeen(versions, seen, version("4"))).toBeUndefined();
  expect(lastSeen(versions, [...seen, version("10")], undefined)).toBeUndefined();
  expect(lastSeen(versions, [], undefined)).toBeUndefined();
});

it("knows which versions of a range are missing", () => {
  for (const text of ["", "all", "4", "1..3", "..10"]) expect(areVersionsKnown(text, versions), text).toBe(true);
  for (const text of ["5", "1..5", "5..10"]) expect(areVersionsKnown(text, versions), text).toBe(false);
});

it("round-trips, and falls back to the latest for unknown versions", () => {
  expect(parseVersionRange(formatVersionRange("1", "3"), versions, version("10"), undefined)).toEqual({
    from: version("1"),
    to: version("3"),
  });
  expect(parseVersionRange(formatVersionRange("", "3"), versions, version("10"), version("2"))).toEqual({
    from: undefined,
    to: version("3"),
  });
  expect(parseVersionRange("99", versions, version("10"), version("2"))).toEqual({
    from: undefined,
    to: version("10"),
  });
  expect(parseVersionRange("3..1", versions, version("10"), undefined).from).toBeUndefined();
});
