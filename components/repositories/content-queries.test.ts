import { expect, it } from "vitest";
import { historyQuery } from "./content-queries";

it("H-COMMIT-34: loads pages of commits until the page token is empty, not until a page is", () => {
  const { getNextPageParam } = historyQuery({ ownerSlug: "acme", repoName: "widgets" }, "main");
  const next = (nextPageToken: string) => getNextPageParam({ commits: [], nextPageToken }, [], "", []);
  expect(next("more")).toBe("more");
  expect(next("")).toBeUndefined();
});
