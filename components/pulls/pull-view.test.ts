import { expect, it } from "vitest";
import { formatView, parseView } from "./pull-view";

it("round-trips a view", () => {
  const advanced = {
    base: "release/1:2",
    since: "2026-01-31T12:00:00+02:00",
    until: "",
    head: "a:b",
    sha: "",
    stack: "stk_1",
  };
  const view = {
    repo: "demo/orders",
    state: "merged",
    q: "fix the queue",
    label: "",
    reviewer: "me",
    checks: "",
    author: "a b@example.com",
    sort: "",
    ...advanced,
  };
  const text = formatView((name) => view[name]);
  expect(text).toBe(
    "repo:demo/orders state:merged q:fix%20the%20queue author:a%20b@example.com reviewer:me base:release/1:2 since:2026-01-31T12:00:00+02:00 head:a:b stack:stk_1",
  );
  expect(parseView(text)).toEqual(view);
});

it("ignores unknown names", () => {
  const none = {
    repo: "",
    state: "",
    q: "",
    label: "",
    reviewer: "",
    checks: "",
    author: "",
    base: "",
    sort: "",
    since: "",
    until: "",
    head: "",
    sha: "",
    stack: "",
  };
  expect(parseView("")).toEqual(none);
  expect(parseView("constructor:x plain author:%")).toEqual({ ...none, author: "%" });
});
