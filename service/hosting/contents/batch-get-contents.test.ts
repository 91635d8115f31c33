import { afterAll, beforeAll, expect, it } from "vitest";
import { batchGetContents } from "@/lib/contract/hosting/contents/batch-get-contents";
import { getContents } from "@/lib/contract/hosting/contents/get-contents";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let first: string;
let second: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
  first = await hosted.commit({ "README.md": "one\n", "src/a.txt": "a\n" });
  second = await hosted.commit({ "README.md": "two\n", "big.bin": "x".repeat(1024 * 1024 + 1) });
  await hosted.push("main", `${first}:refs/heads/old`);
});
afterAll(() => hosted.close());

const get = (paths: string[], ref?: string) =>
  hosted.test.call(batchGetContents, { params: hosted.params, body: { paths, ...(ref === undefined ? {} : { ref }) } });
const post = (body: unknown, key = hosted.test.keys.user) =>
  hosted.test.send("POST", `${hosted.path}/contents:batchGet`, { body, key });

it("returns each path once, in request order, found or not", async () => {
  const response = await get(["src", "none", "README.md", "src", ""]);
  expect(response.resolvedCommitSha).toBe(second);
  expect(response.results.map(({ path, found }) => [path, found])).toEqual([
    ["src", true],
    ["none", false],
    ["README.md", true],
    ["", true],
  ]);
  expect(response.results[1]).toEqual({ path: "none", found: false });
  const alone = await hosted.test.call(getContents, { params: hosted.params, query: { path: "README.md" } });
  expect(response.results[2]?.content).toEqual(alone);
});

it("H-CONTENT-05: accepts HEAD and any other revision", async () => {
  expect((await get(["README.md"], "HEAD")).resolvedCommitSha).toBe(second);
  for (const ref of ["old", "refs/heads/old", first, first.slice(0, 6)]) {
    expect((await get(["README.md"], ref)).resolvedCommitSha, ref).toBe(first);
  }
  expect((await post({ paths: ["README.md"], ref: "none" })).status).toBe(404);
});

it("H-CONTENT-03: fails entirely if one file exceeds 1 MiB", async () => {
  expect(await post({ paths: ["README.md", "big.bin"] })).toMatchObject({ status: 400, body: { code: 9 } });
});

it.each([[{}], [{ paths: [] }], [{ paths: ["../x"] }], [{ paths: "README.md" }], [{ paths: [7] }]])(
  "rejects %j",
  async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 3 } });
  },
);

it("accepts up to 20 different paths", async () => {
  const paths = Array.from({ length: 21 }, (_, index) => `none-${index}`);
  expect((await get([...paths.slice(0, 20), "none-1"])).results).toHaveLength(20);
  expect((await post({ paths })).status).toBe(400);
});

it("requires read access", async () => {
  expect((await post({ paths: [""] }, hosted.stranger)).status).toBe(404);
});
