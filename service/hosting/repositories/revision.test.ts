import { afterAll, beforeAll, expect, it } from "vitest";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "README.md": "one\n" });
  await hosted.push("main");
});
afterAll(() => hosted.close());

it.each([
  ["basehead", "GET", "/compare/gone...main"],
  ["basehead", "GET", "/compare/main...gone"],
  ["sha", "GET", "/commits?sha=gone"],
  ["sha", "GET", "/commits/gone"],
  ["sha", "GET", "/commits/gone/files"],
  ["ref", "GET", "/contents?path=README.md&ref=gone"],
  ["ref", "POST", "/contents:batchGet", { ref: "gone", paths: ["README.md"] }],
  ["ref", "GET", "/file-history?path=README.md&ref=gone"],
  ["ref", "POST", ":grep", { ref: "gone", query: "one" }],
  ["ref", "GET", "/tarball/gone"],
  ["sha", "GET", "/git/commits/gone"],
  ["sha", "GET", "/git/trees/gone"],
])("an unknown revision is reported with its parameter, %s: %s %s", async (field, method, path, body?: object) => {
  const message = `${field}: branch, tag or commit gone not found`;
  const response = await hosted.test.send(method, `${hosted.path}${path}`, { body });
  expect(response).toMatchObject({ status: 404, body: { code: 5, message } });
});
