import { and, asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noObject } from "@/git/refs/references";
import { runGit } from "@/git/run-git";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { diffRefs } from "./record-missed-ref-updates";

let hosted: HostedRepository;
beforeAll(async () => {
  hosted = await startHostedRepository();
});
afterAll(() => hosted.close());

const recorded = (ref: string) =>
  hosted.test.service.db
    .select({ before: refUpdates.before, after: refUpdates.after })
    .from(refUpdates)
    .where(and(eq(refUpdates.repositoryId, hosted.repo.id), eq(refUpdates.ref, ref)))
    .orderBy(asc(refUpdates.id));
const pushedAt = async () => {
  const [row] = await hosted.test.service.db.select().from(repositories).where(eq(repositories.id, hosted.repo.id));
  return row?.pushedAt ?? 0;
};

describe("ref updates the database missed", () => {
  it("are recorded once at the next start, whether created, moved or deleted", { tags: ["long"] }, async () => {
    const first = await hosted.commit({ "a.txt": "1\n" });
    const second = await hosted.commit({ "a.txt": "2\n" });
    const { url, keys } = hosted.test;
    const remote = `${url.replace("//", `//x-access-token:${keys.user}@`)}/acme/widgets.git`;
    await hosted.git(
      "push",
      "-q",
      remote,
      ...["main", "moved", "deleted"].map((name) => `${first}:refs/heads/${name}`),
    );
    await hosted.git("push", "-q", remote, `${second}:refs/heads/main`);
    const before = await pushedAt();
    for (const args of [
      ["update-ref", "refs/heads/moved", second],
      ["update-ref", "-d", "refs/heads/deleted"],
      ["update-ref", "refs/tags/new", first],
    ]) {
      await runGit(args, { cwd: hosted.dir });
    }
    for (let start = 0; start < 2; start += 1) await hosted.test.restart();
    expect((await recorded("refs/heads/moved")).slice(1)).toEqual([{ before: first, after: second }]);
    expect((await recorded("refs/heads/deleted")).slice(1)).toEqual([{ before: first, after: noObject }]);
    expect(await recorded("refs/tags/new")).toEqual([{ before: noObject, after: first }]);
    expect(await recorded("refs/heads/main")).toHaveLength(2);
    expect(await pushedAt()).toBeGreaterThan(before);
  });

  it("turn any recorded refs into any current refs", () => {
    const refs = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("1", "2", "3"));
    fc.assert(
      fc.property(refs, refs, (before, after) => {
        const state = new Map<string, string>(Object.entries(before));
        const present = Object.entries(after).map(([name, id]) => ({ name, id }));
        for (const move of diffRefs(state, present)) {
          expect(move.before).toBe(state.get(move.ref) ?? noObject);
          if (move.after === noObject) state.delete(move.ref);
          else state.set(move.ref, move.after);
        }
        expect(Object.fromEntries(state)).toEqual(after);
      }),
    );
  });
});
