import { expect, it } from "vitest";
import { AllPullsFilters } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { createAllPulls } from "./all-pulls";
import { createPullMatcher } from "./pull-matcher";
import { pull, repo } from "./testing/pull-fixtures";

const author = (displayName: string) => ({
  user: { id: `user_${displayName}`, email: `${displayName}@example.test`, displayName },
});
const label = (name: string) => ({ id: `lbl_${name}`, name, color: "aabbcc", description: "" });

function setup(pulls: Readonly<Record<string, PullRequest[] | UpstreamError>>, requested: readonly string[] = []) {
  const clock = new FakeClock();
  const requests: string[] = [];
  const all = createAllPulls(
    {
      repositories: async () =>
        Object.keys(pulls).map((name) => ({ ...repo, id: name, name, fullName: `demo/${name}` })),
      pulls: async ({ repoName }, { state }) => {
        requests.push(`${repoName} ${state}`);
        const found = pulls[repoName] ?? [];
        if (found instanceof UpstreamError) throw found;
        return { pullRequests: found, nextPageToken: "" };
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
  const list = (filters: Partial<AllPullsFilters> = {}, change = 0) => all(AllPullsFilters.parse(filters), change);
  const numbers = async (filters: Partial<AllPullsFilters> = {}, change = 0) =>
    (await list(filters, change)).pulls.map(({ pull: { number } }) => number);
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
  const { numbers, requests } = setup({ orders: [pull("1"), pull("2"), pull("3")] }, ["2"]);
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
