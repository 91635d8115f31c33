import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { listReferences, noObject } from "@/git/refs/references";
import type { RepositoryStore } from "@/git/repository-store";
import { collectStderr, GitError, killGit, spawnGit } from "@/git/run-git";
import { exitCode } from "@/lib/core/process/exit-code";
import { keepUnread } from "@/lib/core/process/keep-unread";
import type { Part } from "./manifest";
import { writePart } from "./parts";

const packConfig = { "pack.threads": "1", "pack.windowMemory": "200m" };

/**
 * Writes all objects of a repository as one pack, reachable or not: the database also refers to commits that are no longer
 * on a branch.
 */
async function packObjects(dir: string, write: (content: AsyncIterable<Buffer>) => Promise<Part>): Promise<Part> {
  const list = ["cat-file", "--batch-all-objects", "--unordered", "--batch-check=%(objectname)"];
  // Without a window, git reuses deltas but doesn't look for new ones.
  const pack = ["pack-objects", "--quiet", "--stdout", "--delta-base-offset", "--window=0"];
  const children = [list, pack].map((args) => ({ args, child: spawnGit(args, { cwd: dir, config: packConfig }) }));
  const ended = children.map(async ({ args, child }) => {
    const stderr = collectStderr(child);
    const code = await exitCode(child);
    if (code !== 0) throw new GitError(args, code, stderr());
  });
  const [listing, packing] = children.map(({ child }) => child);
  if (!listing?.stdout || !packing?.stdin || !packing.stdout) throw new Error("git was started without pipes");
  try {
    const [part] = await Promise.all([
      write(keepUnread(packing.stdout)),
      pipeline(listing.stdout, packing.stdin),
      ...ended,
    ]);
    return part;
  } finally {
    for (const { child } of children) killGit(child);
    await Promise.allSettled(ended);
  }
}

/** Branches and tags at the moment of the database's snapshot. Empty for a repository without recorded updates. */
async function recordedReferences(client: pg.ClientBase, id: string): Promise<{ name: string; id: string }[]> {
  // Git has moved a reference once its row is settled. Rows after the last settled one are in progress.
  const { rows } = await client.query<{ name: string; id: string }>(
    `with settled as (
       select distinct on (ref) ref, id, after from ref_updates where repository_id = $1 and settled order by ref, id desc
     ), pending as (
       select distinct on (u.ref) u.ref, u.before from ref_updates u left join settled s on s.ref = u.ref
       where u.repository_id = $1 and not u.settled and u.id > coalesce(s.id, 0) order by u.ref, u.id
     )
     select coalesce(s.ref, p.ref) as name, coalesce(p.before, s.after) as id
     from settled s full join pending p on p.ref = s.ref order by 1`,
    [id],
  );
  return rows;
}

const isJournaled = (name: string) => name.startsWith("refs/heads/") || name.startsWith("refs/tags/");

/**
 * Copies a repository: its objects, and its references as of the database's snapshot. The service can write to it
 * meanwhile, but maintenance must not move objects. Returns undefined if the repository was deleted.
 */
export async function dumpRepository(
  context: { client: pg.ClientBase; live: pg.ClientBase; repositories: RepositoryStore },
  { folder, id }: { folder: string; id: string },
): Promise<Part[] | undefined> {
  const dir = context.repositories.path(id);
  const packFile = `git/${id}.pack`;
  try {
    const recorded = await recordedReferences(context.client, id);
    // Read before the objects, so that every object they refer to is copied.
    const present = await listReferences(dir);
    const references = [
      ...recorded.filter((reference) => reference.id !== noObject),
      ...present.filter(({ name }) => recorded.length === 0 || !isJournaled(name)),
    ];
    const lines = references.map((reference) => `${reference.id} ${reference.name}\n`);
    const pack = await packObjects(dir, (content) => writePart(folder, packFile, content));
    return [pack, await writePart(folder, `git/${id}.refs`, Readable.from([Buffer.from(lines.join(""))]))];
  } catch (error) {
    const { rowCount } = await context.live.query("select from repositories where id = $1", [id]);
    if (rowCount) throw error;
    await rm(join(folder, packFile), { force: true });
    return undefined;
  }
}
