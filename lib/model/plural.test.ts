import { expect, it } from "vitest";
import { counted, plural } from "./plural";

it("uses the singular only for one", () => {
  expect([0, 1, 2].map((count) => counted(count, "file"))).toEqual(["0 files", "1 file", "2 files"]);
  expect([0, 1, 2].map((count) => counted(count, "match", "matches"))).toEqual(["0 matches", "1 match", "2 matches"]);
  expect(counted(3_000, "file")).toBe("3,000 files");
  expect([1, 2].map((count) => plural(count, "is", "are"))).toEqual(["is", "are"]);
});
