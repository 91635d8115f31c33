import { createHash } from "node:crypto";
import { and, desc, eq, inArray } from "drizzle-orm";
import { maxViewedMarks } from "@/lib/contract/dashboard/pulls/viewed-files";
import { deleteOldRows } from "./delete-old-rows";
import { viewedFiles } from "./schema";
import type { Store } from "./store";

/** Marks that a user can have on all pull requests. The oldest are deleted. */
const maxUserMarks = 100_000;
/** Parameters per statement. */
const batchMarks = 1_000;

const digestOf = (mark: string) => createHash("sha256").update(mark).digest("base64url");

/** A user and a pull request. */
export interface PullMarksOwner {
  userId: string;
  pullId: string;
}

const ofOwner = ({ userId, pullId }: PullMarksOwner) =>
  and(eq(viewedFiles.userId, userId), eq(viewedFiles.pullId, pullId));

/** A user's marks on a pull request, newest first. */
export async function readViewedFiles({ database }: Store, owner: PullMarksOwner): Promise<string[]> {
  const rows = await database
    .select({ mark: viewedFiles.mark })
    .from(viewedFiles)
    .where(ofOwner(owner))
    .orderBy(desc(viewedFiles.viewedAt), viewedFiles.digest)
    .limit(maxViewedMarks);
  return rows.map(({ mark }) => mark);
}

/** Adds or removes marks of a user on a pull request. Keeps at most {@link maxViewedMarks}, the newest. */
export async function markFilesViewed(
  { database }: Store,
  owner: PullMarksOwner,
  { marks, viewed, now }: { marks: readonly string[]; viewed: boolean; now: Date },
): Promise<void> {
  const unique = [...new Map(marks.map((mark) => [digestOf(mark), mark]))];
  await database.transaction(async (tx) => {
    for (let at = 0; at < unique.length; at += batchMarks) {
      const batch = unique.slice(at, at + batchMarks);
      if (viewed) {
        await tx
          .insert(viewedFiles)
          .values(batch.map(([digest, mark]) => ({ ...owner, digest, mark, viewedAt: now })))
          .onConflictDoUpdate({
            target: [viewedFiles.userId, viewedFiles.pullId, viewedFiles.digest],
            set: { viewedAt: now },
          });
      } else {
        const digests = batch.map(([digest]) => digest);
        await tx.delete(viewedFiles).where(and(ofOwner(owner), inArray(viewedFiles.digest, digests)));
      }
    }
    const { userId, viewedAt } = viewedFiles;
    await deleteOldRows(tx, { userId, at: viewedAt, limit: maxUserMarks }, owner.userId, now);
    const surplus = tx
      .select({ digest: viewedFiles.digest })
      .from(viewedFiles)
      .where(ofOwner(owner))
      .orderBy(desc(viewedFiles.viewedAt), viewedFiles.digest)
      .offset(maxViewedMarks);
    await tx.delete(viewedFiles).where(and(ofOwner(owner), inArray(viewedFiles.digest, surplus)));
  });
}
