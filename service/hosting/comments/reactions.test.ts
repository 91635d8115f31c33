import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { getPullRequestComment } from "@/lib/contract/hosting/comments/get-pull-request-comment";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { updatePullRequestComment } from "@/lib/contract/hosting/comments/update-pull-request-comment";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { BodyInputOf, QueryInputOf } from "@/lib/contract/operation";
import { commentReactions } from "../../core/store/tables/reviews";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { fieldError } from "../testing/field-error";

let pulls: PullRequests;
let pull: PullRequest;
let teammate: string;

const tenLines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");

beforeAll(async () => {
  pulls = await startPullRequests();
  teammate = (await addUser(pulls.test.service, { email: "mate@example.test", teamId: 1 })).key;
  await pulls.commit({ "removed.txt": "1\n2\n3\n", "old.txt": tenLines, "long.txt": tenLines }, "More files");
  await pulls.pushed("main");
  await pulls.git("switch", "--quiet", "--create", "topic");
  await pulls.git("rm", "--quiet", "removed.txt");
  await pulls.git("mv", "old.txt", "new.txt");
  await pulls.commit({ "long.txt": `changed\n${tenLines.slice("line 1\n".length)}`, "added.txt": "one\ntwo" });
  await pulls.pushed("topic");
  await pulls.git("switch", "--quiet", "main");
  pull = await pulls.open("topic");
});
afterAll(() => pulls.close());

const params = () => ({ ...pulls.params, pullNumber: pull.number });
const comment = (body: BodyInputOf<typeof createPullRequestComment>, key?: string) =>
  pulls.test.call(createPullRequestComment, { params: params(), body, ...(key ? { key } : {}) });
const list = (query: QueryInputOf<typeof listPullRequestComments> = {}) =>
  pulls.test.call(listPullRequestComments, { params: params(), query });
describe("reactions", () => {
  const path = (id: string, emoji = "") =>
    `${pulls.path}/pulls/comments/${id}/reactions${emoji && `/${encodeURIComponent(emoji)}`}`;
  const add = (id: string, emoji: unknown, key = pulls.test.keys.user) =>
    pulls.test.send("POST", path(id), { body: { emoji }, key });
  const remove = (id: string, emoji: string, key = pulls.test.keys.user) =>
    pulls.test.send("DELETE", path(id, emoji), { key });
  const reactionsOf = async (commentId: string) =>
    (await pulls.test.call(getPullRequestComment, { params: { ...pulls.params, commentId } })).reactions;

  it("are listed once per user, oldest first, and removed by their author", async () => {
    const { id } = await comment({ body: "Look" });
    for (const emoji of ["👀", "👀", "🦆"]) expect((await add(id, emoji)).status).toBe(204);
    for (const emoji of ["❤", "❤️"]) expect((await add(id, emoji, teammate)).status).toBe(204);
    const shown = await reactionsOf(id);
    expect(shown?.map(({ content, emoji }) => [content, emoji]).sort()).toEqual([
      ["CONTENT_UNSPECIFIED", "🦆"],
      ["eyes", "👀"],
      ["heart", "❤️"],
    ]);
    expect(shown?.find(({ content }) => content === "heart")?.reactor).toMatchObject({
      user: { email: "mate@example.test" },
    });
    expect((await list({ pageSize: "100" })).comments.find((each) => each.id === id)?.reactions).toEqual(shown);
    expect((await remove(id, "❤️")).status).toBe(204);
    expect((await reactionsOf(id))?.length).toBe(3);
    expect((await remove(id, "❤", teammate)).status).toBe(204);
    expect((await reactionsOf(id))?.map(({ emoji }) => emoji).sort()).toEqual(["👀", "🦆"].sort());
  });

  it("must be emoji on existing comments", async () => {
    const { id } = await comment({ body: "Look" });
    for (const wrong of ["", "a", "👀👀", "<b>", "👀".repeat(40), 7]) {
      expect(await add(id, wrong)).toMatchObject(fieldError("emoji"));
    }
    expect((await add("cmt_none", "👀")).status).toBe(404);
    expect((await add(id, "👀", pulls.stranger)).status).toBe(404);
    expect(await reactionsOf(id)).toEqual([]);
  });

  it("H-COMMENT-03: are deleted with the comment, along with its text", async () => {
    const { id } = await comment({ body: "Before the edit" });
    const params = { ...pulls.params, commentId: id };
    await pulls.test.call(updatePullRequestComment, { params, body: { body: "After the edit" } });
    expect((await add(id, "🚀")).status).toBe(204);
    const { db } = pulls.test.service;
    const reactions = () => db.select().from(commentReactions).where(eq(commentReactions.commentId, id));
    expect(await reactions()).toHaveLength(1);
    expect((await pulls.test.send("DELETE", `${pulls.path}/pulls/comments/${id}`)).status).toBe(204);
    expect(await reactions()).toEqual([]);
    expect((await add(id, "🚀")).status).toBe(404);
    const { rows } = await db.execute<{ name: string }>(
      sql`select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of rows) {
      const holds = sql`select 1 from ${sql.raw(name)} as whole where whole::text ~ ${`(Before|After) the edit|${id}`}`;
      expect([name, (await db.execute(holds)).rows]).toEqual([name, []]);
    }
  });
});
