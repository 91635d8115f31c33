import { expect, it } from "vitest";
import { listAllPulls } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { QueryInputOf } from "@/lib/contract/operation";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { createAllPulls } from "./all-pulls";
import { createPullMatcher } from "./pull-matcher";
import { pull, repo } from "./testing/pull-fixtures";

const author = (displayName: string) => ({
  user: { id: `user_${displayName}`, email: `${displayName}@example.test`, displayName },
});
type Query = QueryInputOf<typeof listAllPulls>;
const label = (name: string) => ({ id: `lbl_${name}`, name, color: "aabbcc", description: "" });

function setup(
  pulls: Readonly<Record<string, PullRequest[] | UpstreamError>>,
  { requested = [], pageSize = 100 }: { requested?: readonly string[]; pageSize?: number } = {},
) {
  const clock = new FakeClock();
  const requests: string[] = [];
  const all = createAllPulls(
    {
      repositories: async () =>
        Object.keys(pulls).map((name) => ({ ...repo, id: name, name, fullName: `demo/${name}` })),
      pulls: async ({ repoName }, { state, pageToken }) => {
        requests.push(`${repoName} ${state}${pageToken && ` from ${pageToken}`}`);
        const found = pulls[repoName] ?? [];
        if (found instanceof UpstreamError) throw found;
        const from = Number(pageToken);
        const sorted = [...found].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
        const next = from + pageSize;
        return {
          pullRequests: sorted.slice(from, next),
          nextPageToken: next < sorted.length ? String(next) : "",
        };
      },
      matcher: createPullMatcher(
        {
          email: "ana@example.test",
          isReviewRequested: async (_, number) => {
            requests.push(number);
            return requested.includes(number);
          },
        },
        clock,
      ),
    },
    clock,
  );
  const list = (query: Query = {}, change = 0) => all(listAllPulls.query.parse(query), change);
  const numbers = async (query: Query = {}, change = 0) =>
    (await list(query, change)).pulls.map(({ pull: { number } }) => number);
  return { clock, requests, list, numbers };
}

it("lists all repositories by their last update, without descriptions", async () => {
  const { list } = setup({ orders: [pull("1", { body: "Long" }), pull("3")], billing: [pull("2")] });
  const { pulls, more } = await list();
  expect(pulls.map((each) => `${each.repository.repoName} ${each.pull.number}${each.pull.body}`)).toEqual([
    "orders 3",
    "billing 2",
    "orders 1",
  ]);
  expect(more).toBe(false);
});

it("filters by words of the title, author and labels", async () => {
  const { numbers } = setup({
    orders: [
      pull("1", { title: "Round prices", author: author("Ana"), labels: [label("needs design")] }),
      pull("2", { title: "Round taxes", author: author("James"), head: { ref: "taxes", sha: "a" } }),
    ],
  });
  expect(await numbers({ q: "ROUND pri" })).toEqual(["1"]);
  expect(await numbers({ q: "#2" })).toEqual(["2"]);
  expect(await numbers({ q: "demo/orders" })).toEqual(["2", "1"]);
  expect(await numbers({ author: "jam" })).toEqual(["2"]);
  expect(await numbers({ author: "me" })).toEqual(["1"]);
  expect(await numbers({ label: "design" })).toEqual(["1"]);
  expect(await numbers({ label: "bug" })).toEqual([]);
});

it("lists those whose review is requested from the user", async () => {
  const { numbers, requests } = setup({ orders: [pull("1"), pull("2"), pull("3")] }, { requested: ["2"] });
  expect(await numbers({ reviewer: "me" })).toEqual(["2"]);
  expect(await numbers({ reviewer: "me", q: "Pull" })).toEqual(["2"]);
  expect(requests).toEqual(["orders open", "3", "2", "1"]);
});

it("fetches again after a while, sooner after a change", async () => {
  const { numbers, requests, clock } = setup({ orders: [pull("1")] });
  await Promise.all([numbers({}, 1), numbers({ q: "x" }, 1), numbers({ state: "merged" }, 1)]);
  expect(requests).toEqual(["orders open", "orders merged"]);
  clock.advance(3_000);
  await numbers({}, 1);
  expect(requests).toHaveLength(2);
  await numbers({}, 2);
  expect(requests).toHaveLength(3);
  clock.advance(15_000);
  await numbers({}, 2);
  expect(requests).toHaveLength(4);
});

it("lists the rest if a repository can't be read, with the error unless it is hidden", async () => {
  const failed = (status: number) =>
    new UpstreamError({ status, code: "x", message: `Error ${status}`, requestId: "r" });
  const { list } = setup({ hidden: failed(404), slow: failed(429), orders: [pull("1")] });
  expect(await list()).toMatchObject({ pulls: [{ pull: { number: "1" } }], problem: "Error 429" });
});

/** Pull requests with consecutive numbers, each updated a second before the one before it. */
const series = (count: number, first: number, updated: number) =>
  Array.from({ length: count }, (_, index) =>
    pull(String(first + index), { createdAt: at(0), updatedAt: at(updated - index) }),
  );
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();

it("reads further pages only of repositories whose pull requests belong on the requested page", async () => {
  const { list, requests } = setup({ busy: series(450, 1_000, 10_000), calm: series(150, 2_000, 5_000) });
  const first = await list();
  expect(first.pulls.map(({ pull: { number } }) => Number(number))).toEqual(
    Array.from({ length: 200 }, (_, index) => 1_000 + index),
  );
  expect(first.more).toBe(true);
  expect(requests).toEqual(["busy open", "calm open", "busy open from 100"]);
  const all = await list({ pages: 3 });
  expect(all.pulls.map(({ pull: { number } }) => Number(number))).toEqual(
    [...series(450, 1_000, 0), ...series(150, 2_000, 0)].map(({ number }) => Number(number)),
  );
  expect(all.more).toBe(false);
  expect(requests.slice(3)).toEqual([
    "busy open from 200",
    "busy open from 300",
    "busy open from 400",
    "calm open from 100",
  ]);
});

it("searches older pages for matches, a limited number of them per page", async () => {
  const busy = series(60, 1_000, 10_000);
  const last = busy.at(-1);
  if (last) last.title = "Round prices";
  const { list, numbers, requests } = setup({ busy }, { pageSize: 2 });
  const found = await list({ q: "round" });
  expect({ pulls: found.pulls.length, more: found.more, reads: requests.length }).toEqual({
    pulls: 0,
    more: true,
    reads: 21,
  });
  expect(await numbers({ q: "round", pages: 2 })).toEqual(["1059"]);
});

it("reads 50 more repositories for each page", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `r${index}`);
  const { list, requests } = setup(Object.fromEntries(names.map((name) => [name, [pull("1")]])));
  expect(await list()).toMatchObject({ pulls: { length: 50 }, more: true });
  expect(await list({ pages: 2 })).toMatchObject({ pulls: { length: 60 }, more: false });
  expect(requests).toHaveLength(60);
});

it.each(["0", "11", "1.5", "all"])("rejects %s pages", (pages) => {
  const message = listAllPulls.query.safeParse({ pages }).error?.issues[0];
  expect(message).toMatchObject({ path: ["pages"], message: "must be a number from 1 to 10" });
});
