import { afterAll, beforeAll, expect, it } from "vitest";
import { installedApp } from "../installations/testing/installation-fixture";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";

let pulls: PullRequests;
let tokens: Map<string, string>;

const all = [
  "repository:labels:read",
  "repository:labels:write",
  "repository:pull_requests:read",
  "repository:pull_requests:write",
];

beforeAll(async () => {
  pulls = await startPullRequests();
  await pulls.branch("topic", { "a.txt": "a\n" });
  await pulls.open("topic");
  const minted = all.map(async (scope) => {
    return [scope, (await installedApp(pulls.test, { scopes: [scope] })).token] as const;
  });
  tokens = new Map(await Promise.all(minted));
  await pulls.test.send("POST", `${pulls.path}/labels`, { body: { name: "bug", color: "d73a4a" } });
});
afterAll(() => pulls.close());

// In this order, each request succeeds with its scope.
it.each([
  ["H-LABEL-07", "GET", "labels", undefined, "repository:labels:read"],
  ["H-LABEL-12", "POST", "labels", { name: "new", color: "000000" }, "repository:labels:write"],
  ["H-LABEL-15", "GET", "labels/bug", undefined, "repository:labels:read"],
  ["H-LABEL-17", "PATCH", "labels/bug", { color: "000000" }, "repository:labels:write"],
  ["H-LABEL-26", "GET", "pulls/1/labels", undefined, "repository:pull_requests:read"],
  ["H-LABEL-30", "POST", "pulls/1/labels", { labels: ["bug"] }, "repository:pull_requests:write"],
  ["H-LABEL-33", "PUT", "pulls/1/labels", { labels: ["bug"] }, "repository:pull_requests:write"],
  ["H-LABEL-38", "DELETE", "pulls/1/labels/bug", undefined, "repository:pull_requests:write"],
  ["H-LABEL-40", "DELETE", "pulls/1/labels", undefined, "repository:pull_requests:write"],
  ["H-LABEL-21", "DELETE", "labels/new", undefined, "repository:labels:write"],
])("%s: %s %s requires its scope", async (_rule, method, path, body, needed) => {
  const send = (key: string | undefined) =>
    pulls.test.send(method, `${pulls.path}/${path}`, { ...(key ? { key } : {}), ...(body ? { body } : {}) });
  // Write scopes include read.
  const enough = [needed, needed.replace(":read", ":write")];
  for (const scope of all.filter((each) => !enough.includes(each))) {
    expect(await send(tokens.get(scope))).toMatchObject({
      status: 403,
      body: { code: 7, message: expect.stringContaining(needed) },
    });
  }
  expect([200, 204]).toContain((await send(tokens.get(needed))).status);
});
