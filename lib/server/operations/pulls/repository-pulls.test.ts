import { expect, it } from "vitest";
import { listRepositoryPulls } from "@/lib/contract/dashboard/pulls/list-repository-pulls";
import type { QueryInputOf } from "@/lib/contract/operation";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createPullMatcher } from "./pull-matcher";
import { repositoryPulls } from "./repository-pulls";
import { pull } from "./testing/pull-fixtures";

const repository = { ownerSlug: "demo", repoName: "orders" };
const email = "ana@example.test";

/** A repository with pull requests `count` to 1, newest first; the odd ones fix something. */
function setup(count: number) {
  const queries: Record<string, unknown>[] = [];
  const reviewerReads: string[] = [];
  const all = Array.from({ length: count }, (_, index) => count - index).map((number) =>
    pull(String(number), { title: number % 2 === 1 ? `Fix ${number}` : `Add ${number}`, body: "Long" }),
  );
  const source = {
    async pulls(query: { pageSize?: string | undefined; pageToken?: string | undefined }) {
      queries.push(query);
      const start = Number(query.pageToken ?? 0);
      const end = start + Number(query.pageSize);
      return { pullRequests: all.slice(start, end), nextPageToken: end < all.length ? String(end) : "" };
    },
    matcher: createPullMatcher(
      {
        email,
        async isReviewRequested(_, number) {
          reviewerReads.push(number);
          return Number(number) % 10 === 0;
        },
      },
      new FakeClock(),
    ),
  };
  const list = async (query: QueryInputOf<typeof listRepositoryPulls> = {}) => {
    const filters = listRepositoryPulls.query.parse(query);
    const { pulls, nextPageToken } = await repositoryPulls(source, repository, { ...filters, email });
    return {
      numbers: pulls.map((each) => Number(each.pull.number)),
      bodies: pulls.map((each) => each.pull.body),
      nextPageToken,
    };
  };
  return { queries, reviewerReads, list };
}

it("lists a page with the hosting API's filters, without descriptions", async () => {
  const { list, queries } = setup(120);
  const first = await list({
    base: "main",
    sortBy: "updated",
    direction: "asc",
    state: "all",
    author: "ana@example.test",
  });
  expect(first.numbers).toHaveLength(50);
  expect(new Set(first.bodies)).toEqual(new Set([""]));
  expect(queries).toEqual([
    { base: "main", sortBy: "updated", direction: "asc", state: "all", author: "ana@example.test", pageSize: "50" },
  ]);
  const second = await list({ pageToken: first.nextPageToken });
  expect(second.numbers[0]).toBe(70);
});

it("fills a page with matches from several reads, and continues after them", async () => {
  const { list, queries } = setup(400);
  const first = await list({ q: "fix" });
  expect(first.numbers).toEqual(Array.from({ length: 50 }, (_, index) => 399 - 2 * index));
  expect(queries).toHaveLength(1);
  const second = await list({ q: "fix", pageToken: first.nextPageToken });
  expect(second.numbers[0]).toBe(299);
});

it("stops after some reads even if nothing matches", async () => {
  const { list, queries } = setup(1_000);
  expect(await list({ q: "nothing like it" })).toMatchObject({ numbers: [], nextPageToken: "500" });
  expect(queries).toHaveLength(5);
});

it("lists the user's own pull requests with the hosting API's filter", async () => {
  const { list, queries } = setup(3);
  await list({ author: "me" });
  expect(queries).toMatchObject([{ author: email }]);
});

it("reads the requested reviewers of one read's pull requests", async () => {
  const { list, reviewerReads } = setup(300);
  expect((await list({ reviewer: "me", q: "add" })).numbers).toEqual([
    300, 290, 280, 270, 260, 250, 240, 230, 220, 210,
  ]);
  expect(reviewerReads).toHaveLength(50);
});
