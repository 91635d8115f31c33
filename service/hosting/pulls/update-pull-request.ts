import { and, eq } from "drizzle-orm";
import { readReference } from "@/git/refs/references";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { Transaction } from "../../core/store/transaction";
import type { FoundRepository } from "../access/repository-access";
import { type ActorRef, actorOf } from "../actors/actor";
import { lockRules } from "../rulesets/ruleset-row";
import { requireBranch } from "./branches";
import { changeStackParent } from "./change-stack-parent";
import { measurePush } from "./measure-push";
import { rejectParentNumber, selectParent } from "./parent-selector";
import { pullRequestBody } from "./pull-request-body";
import { recordPullRequestEvent } from "./pull-request-event";
import {
  type FoundPullRequest,
  findPullRequestsById,
  type PullRequestRow,
  requirePullRequest,
  selectPullRequests,
} from "./pull-request-row";
import { recordTimelineEvent } from "./record-timeline-event";
import { measureVersion, pinVersions, recordVersion, resetMergePreview } from "./version";

type Fields = Partial<Pick<PullRequestRow, "title" | "body" | "draft" | "state" | "baseRef" | "closedAt">>;

interface RowUpdate {
  /** Whether the locked row can be changed. By default, it can. */
  canChange?: (row: PullRequestRow) => boolean;
  fields?: Fields;
  afterUpdate(tx: Transaction, row: PullRequestRow): Promise<void>;
  /** The repository to lock, for changes of stacks. */
  stacksOf?: string;
}

/** Updates the locked row. Returns false if it can't be changed. */
async function updateRow(context: Context, id: string, update: RowUpdate): Promise<boolean> {
  const { canChange = () => true, fields, afterUpdate, stacksOf } = update;
  return context.db.transaction(async (tx) => {
    if (stacksOf !== undefined) await lockRules(tx, stacksOf);
    const [row] = await tx.select().from(pullRequests).where(eq(pullRequests.id, id)).for("update");
    if (!row || !canChange(row)) return false;
    const updatedAt = context.clock.now();
    await tx
      .update(pullRequests)
      .set({ ...fields, updatedAt })
      .where(eq(pullRequests.id, id));
    await afterUpdate(tx, row);
    return true;
  });
}

async function read(context: Context, id: string): Promise<FoundPullRequest> {
  const found = (await findPullRequestsById(context.db, [id])).get(id);
  if (!found) throw apiError.repohost("NotFound", "Pull request not found");
  return found;
}

const isOpen = (row: PullRequestRow) => row.state === "open";

async function changeDraft(context: Context, id: string, draft: boolean, by: ActorRef): Promise<void> {
  const canChange = (row: PullRequestRow) => isOpen(row) && row.draft !== draft;
  await updateRow(context, id, {
    canChange,
    fields: { draft },
    async afterUpdate(tx, row) {
      await recordTimelineEvent(tx, context, row, { type: draft ? "converted_to_draft" : "marked_ready", by });
      if (!draft) await recordPullRequestEvent(tx, context, "pull_request.published", row);
    },
  });
}

async function close(context: Context, id: string, by: ActorRef): Promise<void> {
  await updateRow(context, id, {
    canChange: isOpen,
    fields: { state: "closed", closedAt: context.clock.now() },
    async afterUpdate(tx, row) {
      await recordTimelineEvent(tx, context, row, { type: "closed", by });
      await recordPullRequestEvent(tx, context, "pull_request.closed", row);
    },
  });
}

/** Reopens a closed pull request, with a new version if its head moved. Does nothing if it is merged. */
async function reopen(
  context: HostingContext,
  repository: FoundRepository,
  { id, by }: { id: string; by: ActorRef },
): Promise<void> {
  const { pull, version } = await read(context, id);
  if (pull.state !== "closed") return;
  const dir = context.repositories.path(repository.id);
  const headSha = await readReference(dir, `refs/heads/${pull.headRef}`);
  if (!headSha) throw apiError.repohost("FailedPrecondition", `Branch ${pull.headRef} was deleted`, "state");
  const baseSha = await readReference(dir, `refs/heads/${pull.baseRef}`);
  if (!baseSha) throw apiError.repohost("FailedPrecondition", `Branch ${pull.baseRef} was deleted`, "state");
  const measured = await measureVersion(dir, { headSha, baseSha });
  if (measured === "unrelated") {
    throw apiError.repohost("FailedPrecondition", "The head and base have no common ancestor", "state");
  }
  const isNew = headSha !== version.headSha;
  const push = isNew ? await measurePush(dir, { before: version.headSha, after: headSha, baseSha }) : undefined;
  await updateRow(context, id, {
    canChange: (row) => row.state === "closed" && row.version === pull.version,
    fields: { state: "open", closedAt: null },
    async afterUpdate(tx, row) {
      if (isNew) await recordVersion(tx, row, measured, context.clock.now());
      else await resetMergePreview(tx, row);
      const details = push ? { version: row.version + 1, push } : {};
      await recordTimelineEvent(tx, context, row, { type: "reopened", by, details });
      await recordPullRequestEvent(tx, context, "pull_request.reopened", row);
      if (isNew) await recordPullRequestEvent(tx, context, "pull_request.head_ref.pushed", row);
    },
  });
}

/** The stack parent implied by a new base: the open pull request with that head; `null` for the default branch. */
async function parentOfBase(context: Context, { id, defaultBranch }: FoundRepository, pull: PullRequestRow) {
  if (pull.baseRef === defaultBranch) return null;
  const [found] = await selectPullRequests(
    context.db,
    and(eq(pullRequests.repositoryId, id), eq(pullRequests.state, "open"), eq(pullRequests.headRef, pull.baseRef)),
  ).limit(1);
  return found && found.pull.id !== pull.id ? found.pull : undefined;
}

async function retarget(
  context: HostingContext,
  repository: FoundRepository,
  { id, by, text }: { id: string; by: ActorRef; text: string },
): Promise<void> {
  const { pull, version } = await read(context, id);
  const base = await requireBranch(context, repository.id, "base", text);
  if (base.branch === pull.baseRef) return;
  if (pull.state !== "open")
    throw apiError.repohost("FailedPrecondition", "Only an open pull request's base can be changed", "base");
  if (base.branch === pull.headRef)
    throw apiError.repohost("InvalidArgument", "base and head are the same branch", "base");
  const shas = { headSha: version.headSha, baseSha: base.sha };
  const measured = await measureVersion(context.repositories.path(repository.id), shas);
  if (measured === "unrelated") {
    throw apiError.repohost("InvalidArgument", "base and head have no common ancestor", "base");
  }
  const parent = await parentOfBase(context, repository, { ...pull, baseRef: base.branch });
  const changed = await updateRow(context, id, {
    canChange: (row) => isOpen(row) && row.version === pull.version,
    fields: { baseRef: base.branch },
    async afterUpdate(tx, row) {
      await recordVersion(tx, row, measured, context.clock.now());
      const details = { version: row.version + 1, change: { from: row.baseRef, to: base.branch } };
      await recordTimelineEvent(tx, context, row, { type: "base_changed", by, details });
      if (parent !== undefined) await changeStackParent(tx, context, row, { parent, by });
      await recordPullRequestEvent(tx, context, "pull_request.base_ref.updated", row);
    },
    stacksOf: repository.id,
  });
  if (!changed) throw apiError.repohost("Aborted", "The pull request has changed. Refresh and try again.");
}

async function changeParent(
  context: Context,
  { id, repositoryId }: PullRequestRow,
  parent: PullRequestRow | null,
  by: ActorRef,
): Promise<void> {
  await updateRow(context, id, {
    afterUpdate: (tx, row) => changeStackParent(tx, context, row, { parent, by }),
    stacksOf: repositoryId,
  });
}

/** Applies changes in the contract's order: text, reopen or draft, base, stack parent, close. Each step commits separately. */
export const updatePullRequestOperation = implement(
  updatePullRequest,
  async ({ principal, params, body }, context: HostingContext) => {
    const { repository, pull } = await requirePullRequest(context, principal, params, "write");
    const { id } = pull;
    const by = await actorOf(context, principal);
    rejectParentNumber(body);
    const { title, state, draft, base, parentPullRequest } = body;
    const text = { ...(title === undefined ? {} : { title }), ...(body.body === undefined ? {} : { body: body.body }) };
    if (Object.keys(text).length > 0) {
      await updateRow(context, id, {
        fields: text,
        async afterUpdate(tx, row) {
          const isRenamed = title !== undefined && title !== row.title;
          const isDescribed = body.body !== undefined && body.body !== row.body;
          if (isRenamed) {
            const details = { change: { from: row.title, to: title } };
            await recordTimelineEvent(tx, context, row, { type: "title_changed", by, details });
          }
          if (isDescribed) await recordTimelineEvent(tx, context, row, { type: "description_changed", by });
          if (isRenamed || isDescribed) await recordPullRequestEvent(tx, context, "pull_request.metadata.updated", row);
        },
      });
    }

    if (state !== "closed") {
      if (state === "open" || draft === false) await reopen(context, repository, { id, by });
      const asDraft = draft ?? (state === "open" ? false : undefined);
      if (asDraft !== undefined) await changeDraft(context, id, asDraft, by);
    }
    if (base !== undefined) await retarget(context, repository, { id, by, text: base });
    if (parentPullRequest) {
      const parent = await selectParent(context.db, repository.id, parentPullRequest);
      if (parent !== "clear" && parent.id === id) {
        throw apiError.repohost(
          "InvalidArgument",
          "parentPullRequest can't be the pull request itself",
          "parentPullRequest",
        );
      }
      await changeParent(context, pull, parent === "clear" ? null : parent, by);
    }
    if (state === "closed") await close(context, id, by);
    await pinVersions(context, repository.id);
    context.mergePreparation.wake(repository.id);
    return pullRequestBody(context, repository, id);
  },
);
