import { afterAll, beforeAll, expect, it } from "vitest";
import { listBranches } from "@/lib/contract/hosting/branches/list-branches";
import { pageToken } from "../../core/http/page-token";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let first: string;

beforeAll(async () => {
  hosted = await startHostedRepository();
});
afterAll(() => hosted.close());

const list = (query: { pageSize?: string; pageToken?: string } = {}) =>
  hosted.test.call(listBranches, { params: hosted.params, query });

it("H-CONV-03 H-CONV-04: is empty in an empty repository, with all fields", async () => {
  expect((await hosted.test.send("GET", `${hosted.path}/branches`)).body).toEqual({ branches: [], nextPageToken: "" });
});

it("H-PAGE-01 H-PAGE-02: lists branches by name, 30 per page, at most 100", async () => {
  first = await hosted.commit({ "a.txt": "a\n" });
  const names = Array.from({ length: 105 }, (_, index) => `topic/${String(index).padStart(3, "0")}`);
  await hosted.push("main", ...names.map((name) => `main:refs/heads/${name}`), "main:refs/tags/v1");
  const page = await list();
  expect(page.branches[0]).toEqual({ name: "main", commit: { sha: first } });
  expect(page.branches).toHaveLength(30);
  const largest = await list({ pageSize: "1000" });
  expect(largest.branches).toHaveLength(100);
  const rest = await list({ pageToken: largest.nextPageToken });
  expect([...largest.branches, ...rest.branches].map(({ name }) => name)).toEqual(["main", ...names]);
  expect(rest.nextPageToken).toBe("");
});

it("continues after the last branch even if branches were deleted, with the first page's size", async () => {
  const page = await list({ pageSize: "3" });
  await hosted.push(":refs/heads/topic/001");
  const next = await list({ pageToken: page.nextPageToken, pageSize: "50" });
  expect(next.branches.map(({ name }) => name)).toEqual(["topic/002", "topic/003", "topic/004"]);
});

it("continues after a deleted branch, even if no earlier or no later one is left", async () => {
  const after = (name: string) =>
    list({ pageToken: pageToken({ list: `branches ${hosted.repo.id}`, size: 1, after: `refs/heads/${name}` }) });
  expect((await after("aaa")).branches.map(({ name }) => name)).toEqual(["main"]);
  expect(await after("zzz")).toEqual({ branches: [], nextPageToken: "" });
});

it("returns not found without access, and rejects invalid page tokens", async () => {
  expect((await hosted.test.send("GET", `${hosted.path}/branches`, { key: hosted.stranger })).status).toBe(404);
  for (const pageToken of ["x", (await list({ pageSize: "1" })).nextPageToken.slice(3)]) {
    const response = await hosted.test.send("GET", `${hosted.path}/branches?pageToken=${pageToken}`);
    expect(response).toMatchObject({ status: 400, body: { code: 3 } });
  }
});
