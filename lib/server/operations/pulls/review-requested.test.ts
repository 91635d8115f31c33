import { expect, it } from "vitest";
import { createReviewRequested } from "./review-requested";

const repository = { ownerSlug: "acme", repoName: "orders" };
const user = (email: string) => ({ id: `user_${email}`, email });
const groups = [
  { id: "grp_1", slug: "backend", members: ["Ana@example.test"] },
  { id: "grp_2", slug: "frontend", members: ["leo@example.test"] },
];

it.each([
  ["the user", { users: [user("ANA@example.test")], groups: [] }, true],
  ["a group of the user", { users: [user("leo@example.test")], groups: [{ id: "grp_1" }] }, true],
  ["another group", { users: [], groups: [{ id: "grp_2" }] }, false],
  ["a group that no longer exists", { users: [], groups: [{ id: "grp_3" }] }, false],
  ["no one", { users: [], groups: [] }, false],
])("is requested from %s", async (_title, reviewers, expected) => {
  const isRequested = createReviewRequested(
    "ana@example.test",
    async () => reviewers,
    async () => groups,
  );
  expect(await isRequested(repository, "1")).toBe(expected);
});

it("reads groups only if a review is requested from one", async () => {
  let reads = 0;
  const read = async () => ({ users: [user("ana@example.test")], groups: [{ id: "grp_1" }] });
  const readGroups = async () => {
    reads += 1;
    return groups;
  };
  expect(await createReviewRequested("ana@example.test", read, readGroups)(repository, "1")).toBe(true);
  expect(await createReviewRequested("mia@example.test", read, readGroups)(repository, "1")).toBe(false);
  expect(reads).toBe(1);
});
