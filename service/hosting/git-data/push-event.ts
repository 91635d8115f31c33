import { mergeBase } from "@/git/history/history";
import { readCommit } from "@/git/objects/commit-object";
import { peelToCommit } from "@/git/objects/find-commit";
import { ObjectTooLarge } from "@/git/objects/object-readers";
import type { RefUpdate } from "@/git/refs/ref-update";
import { noObject } from "@/git/refs/references";
import type { WithGit } from "@/git/with-git";
import { isoTime } from "@/lib/core/clock";
import type { Reader, Transaction } from "../../core/store/transaction";
import { repositoryReference } from "../access/repository-access";
import { type ActorRef, actorBodies } from "../actors/actor";
import { authorBody } from "../commits/commit-body";
import type { RecordedBypass } from "../rulesets/record-bypasses";
import { type EventService, findSubscribers, recordEvent } from "../webhooks/record-event";

/** Most refs listed per push; the count covers all. */
const maxListed = 100;

type Dependencies = Pick<WithGit, "objects" | "repositories">;

/** Push event details, read from git. */
export interface PushDetails {
  refUpdates: Awaited<ReturnType<typeof detailsOf>>[];
  refUpdatesCount: number;
}

async function headCommitOf({ objects }: Dependencies, dir: string, id: string) {
  const reader = objects.of(dir);
  try {
    const sha = await peelToCommit(reader, id);
    if (!sha) return undefined;
    const { author, committer, message } = await readCommit(reader, sha);
    return { sha, author: authorBody(author), committer: authorBody(committer), message };
  } catch (error) {
    if (error instanceof ObjectTooLarge) return undefined;
    throw error;
  }
}

async function isForced({ objects }: Dependencies, dir: string, before: string, after: string): Promise<boolean> {
  const reader = objects.of(dir);
  const [from, to] = [await peelToCommit(reader, before), await peelToCommit(reader, after)];
  return !from || !to || (await mergeBase(dir, from, to)) !== from;
}

async function detailsOf(context: Dependencies, dir: string, { ref, before, after }: RefUpdate) {
  const [created, deleted] = [before === noObject, after === noObject];
  const headCommit = deleted ? undefined : await headCommitOf(context, dir, after);
  const forced = !created && !deleted && (await isForced(context, dir, before, after));
  return { ref, before, after, created, deleted, forced, ...(headCommit ? { headCommit } : {}) };
}

/** Reads a push's details if any app is subscribed. `db` can be a transaction. The pushed objects must already be in the repository. */
export async function describePush(
  context: Dependencies,
  db: Reader,
  repositoryId: string,
  updates: readonly RefUpdate[],
): Promise<PushDetails | undefined> {
  if (updates.length === 0) return undefined;
  if ((await findSubscribers(db, repositoryId, "repository.pushed")).length === 0) return undefined;
  const dir = context.repositories.path(repositoryId);
  const refUpdates: PushDetails["refUpdates"] = [];
  for (const update of updates.slice(0, maxListed)) refUpdates.push(await detailsOf(context, dir, update));
  return { refUpdates, refUpdatesCount: updates.length };
}

/** Records a push event. It has no pusher if the service itself updated the refs. */
export async function recordPushEvent(
  tx: Transaction,
  context: EventService,
  details: {
    repositoryId: string;
    push: PushDetails;
    pusher: ActorRef | undefined;
    pushedAt: number;
    bypasses?: ReadonlyMap<string, RecordedBypass> | undefined;
  },
): Promise<void> {
  const { repositoryId, push, pusher, pushedAt, bypasses } = details;
  await recordEvent(tx, context, {
    type: "repository.pushed",
    repositoryId,
    async payload(repository) {
      const actor = await actorBodies({ db: tx }, pusher ? [pusher] : []);
      return {
        repository: repositoryReference(repository),
        ...push,
        refUpdates: push.refUpdates.map((update) => {
          const bypass = bypasses?.get(update.ref)?.body;
          return bypass ? { ...update, bypass } : update;
        }),
        pushedAt: isoTime(pushedAt),
        ...(pusher ? { pusher: actor(pusher) } : {}),
      };
    },
  });
}
