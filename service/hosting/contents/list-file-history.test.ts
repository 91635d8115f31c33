import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFileHistory } from "@/lib/contract/hosting/contents/list-file-history";
import { pageToken } from "../../core/http/page-token";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
const ids: Record<string, string> = {};

beforeAll(async () => {
  hosted = await startHostedRepository();
  const text = (last: string) => `${"a line that stays the same\n".repeat(20)}${last}\n`;
  ids.created = await hosted.commit({ "src/old.ts": text("1"), "src/other.ts": "other\n" }, "Create");
  ids.other = await hosted.commit({ "src/other.ts": "changed\n" }, "Change the other file");
  ids.edited = await hosted.commit({ "src/old.ts": text("2") }, "Edit");
  await hosted.git("mv", "src/old.ts", 'src/n"ew\tü.ts');
  ids.renamed = await hosted.commit({}, "Rename");
  ids.last = await hosted.commit({ 'src/n"ew\tü.ts': text("3") }, "Edit again");
  await hosted.push("main");
});
afterAll(() => hosted.close());

const path = 'src/n"ew\tü.ts';
const list = (query: { path: string; ref?: string; pageSize?: string; pageToken?: string }) =>
  hosted.test.call(listFileHistory, { params: hosted.params, query });
const status = async (query: Record<string, string>, key = hosted.test.keys.user) =>
  (await hosted.test.send("GET", `${hosted.path}/file-history?${new URLSearchParams(query)}`, { key })).status;

describe("List File History", () => {
  it("lists the commits that changed a file across its rename, newest first", async () => {
    const { changes, nextPageToken, limitHit } = await list({ path });
    expect(changes.map(({ commit, ...change }) => [commit.sha, change])).toEqual([
      [ids.last, { path }],
      [ids.renamed, { path, previousPath: "src/old.ts" }],
      [ids.edited, { path: "src/old.ts" }],
      [ids.created, { path: "src/old.ts" }],
    ]);
    expect(changes[0]?.commit.commit.message).toBe("Edit again\n");
    expect([nextPageToken, limitHit]).toEqual(["", false]);
  });

  it("pages through the history as it was on the first page", async () => {
    const first = await list({ path, pageSize: "3" });
    const added = await hosted.commit({ [path]: "new\n" }, "Later");
    await hosted.push("main");
    const second = await list({ path, pageToken: first.nextPageToken });
    expect([...first.changes, ...second.changes].map(({ commit }) => commit.sha)).toEqual([
      ids.last,
      ids.renamed,
      ids.edited,
      ids.created,
    ]);
    expect(second.nextPageToken).toBe("");
    expect((await list({ path, pageSize: "1" })).changes[0]?.commit.sha).toBe(added);
    expect(await status({ path: "src/other.ts", pageToken: first.nextPageToken })).toBe(400);
  });

  it("returns no token after a full last page", async () => {
    const first = await list({ path, ref: ids.last ?? "", pageSize: "2" });
    const second = await list({ path, pageToken: first.nextPageToken });
    expect([...first.changes, ...second.changes]).toHaveLength(4);
    expect([first.changes.length, second.nextPageToken]).toEqual([2, ""]);
  });

  it("rejects modified page tokens", async () => {
    const token = (position: object) =>
      pageToken({ list: `file history ${hosted.repo.id} ${path}`, size: 1, after: JSON.stringify(position) });
    const good = { commit: ids.last, skip: 1 };
    expect(await status({ path, pageToken: token(good) })).toBe(200);
    for (const position of [
      { ...good, commit: "main" },
      { ...good, commit: "f".repeat(40) },
      { ...good, commit: await hosted.git("rev-parse", "main^{tree}") },
      { ...good, skip: -1 },
      { ...good, skip: 100_001 },
      { ...good, extra: 1 },
    ]) {
      expect(await status({ path, pageToken: token(position) }), JSON.stringify(position)).toBe(400);
    }
  });

  it("lists the commits of a folder, and of a revision", async () => {
    const shas = async (query: { path: string; ref?: string }) =>
      (await list(query)).changes.map(({ commit }) => commit.sha);
    expect(await shas({ path: "src/", ref: ids.renamed ?? "" })).toEqual([
      ids.renamed,
      ids.edited,
      ids.other,
      ids.created,
    ]);
    expect(await shas({ path: "src/other.ts", ref: "main" })).toEqual([ids.other, ids.created]);
  });

  it("rejects invalid and unknown paths, and callers without access", async () => {
    for (const wrong of ["", "/", "../x", "a//b"]) expect(await status({ path: wrong })).toBe(400);
    for (const unknown of ["none.ts", "src/old.ts"]) expect(await status({ path: unknown })).toBe(404);
    expect(await status({ path, ref: "none" })).toBe(404);
    expect(await status({ path }, hosted.stranger)).toBe(404);
  });
});
