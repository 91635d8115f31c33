import { eq, sql } from "drizzle-orm";
import type { WithGit } from "@/git/with-git";
import type { Context } from "../../core/context";
import type { WithMergePreparation } from "../../core/hosting-context";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import { repositories } from "../../core/store/tables/repositories";
import type { ActorRef } from "../actors/actor";
import { recordPullRequestEvent } from "./pull-request-event";
import type { PullRequestRow } from "./pull-request-row";
import { recordTimelineEvent } from "./record-timeline-event";
import { setStackParent } from "./stack";
import { type MeasuredVersion, pinVersions } from "./version";

/** Creates a pull request with its first version and returns its row. The caller has validated the branches. */
export async function openPullRequest(
  context: Pick<Context, "db" | "ids" | "clock" | "log"> & WithGit & WithMergePreparation,
  input: {
    repositoryId: string;
    title: string;
    body: string;
    headRef: string;
    baseRef: string;
    draft: boolean;
    author: ActorRef;
    parent: PullRequestRow | undefined;
    measured: MeasuredVersion;
  },
): Promise<PullRequestRow> {
  const { repositoryId, author, parent, measured, ...fields } = input;
  const now = context.clock.now();
  const pull = await context.db.transaction(async (tx) => {
    const [repository] = await tx
      .update(repositories)
      .set({ lastPullNumber: sql`${repositories.lastPullNumber} + 1` })
      .where(eq(repositories.id, repositoryId))
      .returning({ number: repositories.lastPullNumber });
    if (!repository) throw new Error(`repository ${repositoryId} was deleted`);
    const [row] = await tx
      .insert(pullRequests)
      .values({
        id: context.ids.typed("pr"),
        repositoryId,
        number: repository.number,
        ...fields,
        state: "open",
        authorId: author.id,
        authorAppId: author.appId ?? null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error("pull request insert returned no row");
    await tx.insert(pullRequestVersions).values({ pullRequestId: row.id, number: 1, ...measured, createdAt: now });
    if (parent) await setStackParent(tx, context.ids, row, parent);
    await recordTimelineEvent(tx, context, row, { type: "opened", by: author, details: { version: 1 } });
    await recordPullRequestEvent(tx, context, "pull_request.created", row);
    return row;
  });
  await pinVersions(context, repositoryId);
  context.mergePreparation.wake(repositoryId);
  return pull;
}
