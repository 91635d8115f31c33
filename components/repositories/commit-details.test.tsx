import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Commit } from "@/lib/contract/hosting/commit";
import { CommitDetails } from "./commit-details";

afterEach(cleanup);

const by = (name: string) => ({ name, email: `${name.toLowerCase()}@example.test`, date: "2026-01-01T00:00:00Z" });
const commit: Commit = {
  sha: "a".repeat(40),
  commit: { author: by("Ana"), committer: by("Ana"), message: "Bound the queue\n\nIt grew.\n", tree: { sha: "b" } },
  parents: [{ sha: "c".repeat(40) }, { sha: "d".repeat(40) }],
  stats: { additions: 3, deletions: 1, total: 4 },
};
const name = { ownerSlug: "demo", repoName: "orders" };

it("shows the body of the message, the author and links to the parents", () => {
  render(<CommitDetails name={name} commit={commit} />);
  expect(screen.getByText("It grew.")).toBeTruthy();
  expect(screen.getByText("Ana")).toBeTruthy();
  expect(screen.queryByText(/committed/)).toBeNull();
  const parents = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(parents).toEqual(["c", "d"].map((each) => `/repositories/demo/orders/commits/${each.repeat(40)}`));
});

it("names a committer who isn't the author", () => {
  render(
    <CommitDetails
      name={name}
      commit={{ ...commit, commit: { ...commit.commit, committer: by("Leo") }, parents: [] }}
    />,
  );
  expect(screen.getByText("Leo")).toBeTruthy();
  expect(screen.getByText("No parent")).toBeTruthy();
});
