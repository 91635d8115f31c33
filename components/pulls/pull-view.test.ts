import { expect, it } from "vitest";
import { formatView, parseView } from "./pull-view";

it("reads what it writes", () => {
  const view = { repo: "demo/orders", state: "merged", author: "a b@example.com", base: "release/1:2", sort: "" };
  const text = formatView((name) => view[name]);
  expect(text).toBe("repo:demo/orders state:merged author:a%20b@example.com base:release/1:2");
  expect(parseView(text)).toEqual(view);
});

it("passes over what it does not know", () => {
  const none = { repo: "", state: "", author: "", base: "", sort: "" };
  expect(parseView("")).toEqual(none);
  expect(parseView("constructor:x plain author:%")).toEqual({ ...none, author: "%" });
});
