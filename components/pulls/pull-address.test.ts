import { expect, it } from "vitest";
import { parsePullUrl } from "./pull-address";

const repositories = [
  { name: "Orders", owner: { slug: "Demo", id: "ns_1" }, cloneUrl: "http://127.0.0.1:4100/Demo/Orders.git" },
];

it.each([
  ["http://127.0.0.1:4100/Demo/Orders/pull/7", "7"],
  ["http://127.0.0.1:4100/demo/orders/pull/12/", "12"],
])("finds the pull request of %s", (url, pullNumber) => {
  expect(parsePullUrl(url, repositories)).toEqual({ ownerSlug: "Demo", repoName: "Orders", pullNumber });
});

it.each([
  "https://elsewhere.example/Demo/Orders/pull/7",
  "http://127.0.0.1:4100/Demo/Other/pull/7",
  "javascript:alert(1)",
  "",
])("returns undefined for %s", (url) => {
  expect(parsePullUrl(url, repositories)).toBeUndefined();
});

it("H-REPO-03 uses only the host of the clone URL", () => {
  const elsewhere = repositories.map((each) => ({ ...each, cloneUrl: "http://127.0.0.1:4100/scm/4711?region=eu" }));
  expect(parsePullUrl("http://127.0.0.1:4100/demo/orders/pull/7", elsewhere)).toMatchObject({ pullNumber: "7" });
  expect(parsePullUrl("http://127.0.0.1:4100/scm/4711/pull/7", elsewhere)).toBeUndefined();
});
