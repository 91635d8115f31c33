import { desc } from "drizzle-orm";
import type { RefUpdate } from "@/git/refs/ref-update";
import { listReferences, noObject } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import { describePush } from "./push-event";
import { recordRefUpdates } from "./update-refs";

type Dependencies = Pick<Context, "db" | "clock" | "ids" | "log"> & WithGit;

/** The last recorded commit of each branch and tag, by repository. */
async function recordedReferences({ db }: Dependencies): Promise<Map<string, Map<string, string>>> {
  const rows = await db
    .selectDistinctOn([refUpdates.repositoryId, refUpdates.ref])
    .from(refUpdates)
    .orderBy(refUpdates.repositoryId, refUpdates.ref, desc(refUpdates.id));
  const known = new Map<string, Map<string, string>>();
  for (const { repositoryId, ref, after } of rows) {
    const refs = known.get(repositoryId) ?? new Map<string, string>();
    known.set(repositoryId, refs.set(ref, after));
  }
  return known;
}

/** The updates that turn the recorded refs into the current ones. */
export function diffRefs(
  recorded: ReadonlyMap<string, string>,
  present: readonly { name: string; id: string }[],
): RefUpdate[] {
  const current = new Map(present.map(({ name, id }) => [name, id]));
  const names = new Set([...recorded.keys(), ...current.keys()]);
  return [...names].flatMap((ref) => {
    const [before, after] = [recorded.get(ref) ?? noObject, current.get(ref) ?? noObject];
    return before === after ? [] : [{ ref, before, after }];
  });
}

/**
 * Records pushes that git completed but the database missed, because it was unavailable or the service was killed in
 * between. A pushed repository without any recorded refs is skipped. Call only at startup, when no other service uses
 * the data, and after `settleRefUpdates`.
 */
export async function recordMissedRefUpdates(context: Dependencies): Promise<void> {
  const known = await recordedReferences(context);
  const rows = await context.db.select({ id: repositories.id, pushedAt: repositories.pushedAt }).from(repositories);
  for (const { id, pushedAt } of rows) {
    const recorded = known.get(id);
    if ((!recorded && pushedAt !== null) || !(await context.repositories.exists(id))) continue;
    const present = await listReferences(context.repositories.path(id), "refs/heads", "refs/tags");
    const updates = diffRefs(recorded ?? new Map(), present);
    if (updates.length === 0) continue;
    context.log.warn({ repositoryId: id, updates: updates.slice(0, 20) }, "recording missed ref updates");
    const push = await describePush(context, context.db, id, updates);
    await context.db.transaction((tx) =>
      recordRefUpdates(tx, context, { repositoryId: id, actor: "service", updates, settled: true, push }),
    );
  }
}
