import { and, desc, eq, inArray, lt } from "drizzle-orm";
import { maxSeenVersions, type SeenVersion } from "@/lib/contract/dashboard/viewed-files";
import { seenVersions } from "./schema";
import type { Store } from "./store";
import { type PullMarksOwner, viewedRetentionMs } from "./viewed-files";

const ofOwner = ({ personId, pullId }: PullMarksOwner) =>
  and(eq(seenVersions.personId, personId), eq(seenVersions.pullId, pullId));

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
        target: [seenVersions.personId, seenVersions.pullId, seenVersions.number],
        set: { ...commits, seenAt: now },
      });
    const outdated = new Date(now.getTime() - viewedRetentionMs);
    await tx
      .delete(seenVersions)
      .where(and(eq(seenVersions.personId, owner.personId), lt(seenVersions.seenAt, outdated)));
    const surplus = tx
      .select({ number: seenVersions.number })
      .from(seenVersions)
      .where(ofOwner(owner))
      .orderBy(desc(seenVersions.number))
      .offset(maxSeenVersions);
    await tx.delete(seenVersions).where(and(ofOwner(owner), inArray(seenVersions.number, surplus)));
  });
}
