import { expect, it } from "vitest";
import { type ComparedMember, sortMembers } from "./sort-members";

const members: ComparedMember[] = [
  { position: 1, status: "finished", tokens: 300, checks: "failed", changes: 5 },
  { position: 2 },
  { position: 3, status: "failed", tokens: 100, checks: "passed", changes: 9 },
  { position: 4, status: "finished", tokens: 300, checks: "pending" },
];

it.each([
  ["", [1, 2, 3, 4]],
  ["nonsense", [1, 2, 3, 4]],
  ["-position", [4, 3, 2, 1]],
  ["tokens", [3, 1, 4, 2]],
  ["-tokens", [1, 4, 3, 2]],
  ["checks", [3, 4, 1, 2]],
  ["-changes", [3, 1, 2, 4]],
  ["status", [3, 1, 4, 2]],
  ["cost", [1, 2, 3, 4]],
])("sorts by %j", (sort, expected) => {
  expect(sortMembers(members, sort).map(({ position }) => position)).toEqual(expected);
});
