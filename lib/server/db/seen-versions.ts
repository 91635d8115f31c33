import { and, desc, eq, inArray } from "drizzle-orm";
import { maxSeenVersions, type SeenVersion } from "@/lib/contract/dashboard/pulls/viewed-files";
import { deleteOldRows } from "./delete-old-rows";
import { seenVersions } from "./schema";
import type { Store } from "./store";
import type { PullMarksOwner } from "./viewed-files";

/** Versions that a user can have looked at, of all pull requests. The oldest are forgotten. */
const maxUserVersions = 20_000;

const ofOwner = ({ userId, pullId }: PullMarksOwner) =>
  and(eq(seenVersions.userId, userId), eq(seenVersions.pullId, pullId));

/** The versions of a pull request that a user has looked at, by number. At most {@link maxSeenVersions}, the newest. */
export async function readSeenVersions({ database }: Store, owner: PullMarksOwner): Promise<SeenVersion[]> {
  const { number, headSha, baseSha } = seenVersions;
  const rows = await database
    .select({ number, headSha, baseSha })
    .from(seenVersions)
    .where(ofOwner(owner))
    .orderBy(desc(number))
    .limit(maxSeenVersions);
  return rows.map((row) => ({ ...row, number: String(row.number) })).reverse();
}

/** Records that a user has looked at a version. Deletes surplus versions, and those not looked at for long. */
export async function addSeenVersion(
  { database }: Store,
  owner: PullMarksOwner,
  { number, ...commits }: SeenVersion,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .insert(seenVersions)
      .values({ ...owner, ...commits, number: Number(number), seenAt: now })
      .onConflictDoUpdate({
        target: [seenVersions.userId, seenVersions.pullId, seenVersions.number],
        set: { ...commits, seenAt: now },
      });
    const { userId, seenAt } = seenVersions;
    await deleteOldRows(tx, { userId, at: seenAt, limit: maxUserVersions }, owner.userId, now);
    const surplus = tx
      .select({ number: seenVersions.number })
      .from(seenVersions)
      .where(ofOwner(owner))
      .orderBy(desc(seenVersions.number))
      .offset(maxSeenVersions);
    await tx.delete(seenVersions).where(and(ofOwner(owner), inArray(seenVersions.number, surplus)));
  });
}
