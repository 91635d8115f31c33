import { and, eq } from "drizzle-orm";
import { updatePullRequest } from "@/lib/contract/hosting/update-pull-request";
import type { Service } from "../../core/context";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { pullRequests } from "../../core/store/tables/pull-requests";
import type { Transaction } from "../../core/store/transaction";
import { readReference } from "../../git/references";
import type { FoundRepository } from "../repositories/access";
import { requireBranch } from "./branches";
import { refuseParentNumber, selectParent } from "./parent-selector";
import { pullRequestBody } from "./pull-request-body";
import { recordPullRequestEvent } from "./pull-request-event";
import {
  type FoundPullRequest,
  findPullRequestsById,
  type PullRequestRow,
  requirePullRequest,
  selectPullRequests,
} from "./pull-request-row";
import { setStackParent } from "./stack";
import { keepVersions, measureVersion, recordVersion } from "./version";

type Fields = Partial<Pick<PullRequestRow, "title" | "body" | "draft" | "state" | "baseRef" | "closedAt">>;

/** Changes the locked row when `mayChange` still holds; answers whether it did. */
async function change(
  service: Service,
  id: string,
  mayChange: (row: PullRequestRow) => boolean,
  fields: Fields,
  also?: (tx: Transaction, row: PullRequestRow) => Promise<void>,
): Promise<boolean> {
  return service.db.transaction(async (tx) => {
    const [row] = await tx.select().from(pullRequests).where(eq(pullRequests.id, id)).for("update");
    if (!row || !mayChange(row)) return false;
    const updatedAt = service.clock.now();
    await tx
      .update(pullRequests)
      .set({ ...fields, updatedAt })
      .where(eq(pullRequests.id, id));
    await also?.(tx, row);
    return true;
  });
}

async function read(service: Service, id: string): Promise<FoundPullRequest> {
  const found = (await findPullRequestsById(service.db, [id])).get(id);
  if (!found) throw refuse.repohost("NotFound", "Pull request not found");
  return found;
}

const isOpen = (row: PullRequestRow) => row.state === "open";

async function changeDraft(service: Service, id: string, draft: boolean): Promise<void> {
  const mayChange = (row: PullRequestRow) => isOpen(row) && row.draft !== draft;
  await change(service, id, mayChange, { draft }, async (tx, row) => {
    if (!draft) await recordPullRequestEvent(tx, service, "pull_request.published", row);
  });
}

async function close(service: Service, id: string): Promise<void> {
  const fields: Fields = { state: "closed", closedAt: service.clock.now() };
  await change(service, id, isOpen, fields, (tx, row) =>
    recordPullRequestEvent(tx, service, "pull_request.closed", row),
  );
}

/** Reopens a closed pull request; a head that moved meanwhile becomes a new version. A merged one stays merged. */
async function reopen(service: Service, repository: FoundRepository, id: string): Promise<void> {
  const { pull, version } = await read(service, id);
  if (pull.state !== "closed") return;
  const dir = service.repositories.path(repository.id);
  const headSha = await readReference(dir, `refs/heads/${pull.headRef}`);
  if (!headSha) throw refuse.repohost("FailedPrecondition", `The branch ${pull.headRef} is gone`, "state");
  const baseSha = await readReference(dir, `refs/heads/${pull.baseRef}`);
  if (!baseSha) throw refuse.repohost("FailedPrecondition", `The branch ${pull.baseRef} is gone`, "state");
  const measured = await measureVersion(dir, { headSha, baseSha });
  if (measured === "unrelated") {
    throw refuse.repohost("FailedPrecondition", "The head has no history in common with the base", "state");
  }
  const unchanged = (row: PullRequestRow) => row.state === "closed" && row.version === pull.version;
  await change(service, id, unchanged, { state: "open", closedAt: null }, async (tx, row) => {
    const isNew = headSha !== version.headSha;
    if (isNew) await recordVersion(tx, row, measured, service.clock.now());
    await recordPullRequestEvent(tx, service, "pull_request.reopened", row);
    if (isNew) await recordPullRequestEvent(tx, service, "pull_request.head_ref.pushed", row);
  });
}

/** The parent a new base derives: the open pull request whose head it is; none for the default branch. */
async function parentOfBase(service: Service, { id, defaultBranch }: FoundRepository, pull: PullRequestRow) {
  if (pull.baseRef === defaultBranch) return null;
  const [found] = await selectPullRequests(
    service.db,
    and(eq(pullRequests.repositoryId, id), eq(pullRequests.state, "open"), eq(pullRequests.headRef, pull.baseRef)),
  ).limit(1);
  return found && found.pull.id !== pull.id ? found.pull : undefined;
}

async function retarget(service: Service, repository: FoundRepository, id: string, text: string): Promise<void> {
  const { pull, version } = await read(service, id);
  const base = await requireBranch(service, repository.id, "base", text);
  if (base.branch === pull.baseRef) return;
  if (pull.state !== "open")
    throw refuse.repohost("FailedPrecondition", "Only an open pull request changes its base", "base");
  if (base.branch === pull.headRef) throw refuse.repohost("InvalidArgument", "base is the head branch", "base");
  const shas = { headSha: version.headSha, baseSha: base.sha };
  const measured = await measureVersion(service.repositories.path(repository.id), shas);
  if (measured === "unrelated") {
    throw refuse.repohost("InvalidArgument", "base has no history in common with the head", "base");
  }
  const parent = await parentOfBase(service, repository, { ...pull, baseRef: base.branch });
  const unchanged = (row: PullRequestRow) => isOpen(row) && row.version === pull.version;
  const changed = await change(service, id, unchanged, { baseRef: base.branch }, async (tx, row) => {
    await recordVersion(tx, row, measured, service.clock.now());
    if (parent !== undefined) await setStackParent(tx, service.ids, row, parent);
    await recordPullRequestEvent(tx, service, "pull_request.base_ref.updated", row);
  });
  if (!changed) throw refuse.repohost("Aborted", "The pull request changed meanwhile: read it and try again");
}

/** The steps in the order of the contract: text, reopen or draft, base, stack parent, close. Each is final by itself. */
export const updatePullRequestOperation = implement(updatePullRequest, async ({ principal, params, body }, service) => {
  const { repository, pull } = await requirePullRequest(service, principal, params, "write");
  const { id } = pull;
  refuseParentNumber(body);
  const { title, state, draft, base, parentPullRequest } = body;
  const text = { ...(title === undefined ? {} : { title }), ...(body.body === undefined ? {} : { body: body.body }) };
  if (Object.keys(text).length > 0) {
    await change(
      service,
      id,
      () => true,
      text,
      async (tx, row) => {
        const differs = (title ?? row.title) !== row.title || (body.body ?? row.body) !== row.body;
        if (differs) await recordPullRequestEvent(tx, service, "pull_request.metadata.updated", row);
      },
    );
  }

  if (state !== "closed") {
    if (state === "open" || draft === false) await reopen(service, repository, id);
    const asDraft = draft ?? (state === "open" ? false : undefined);
    if (asDraft !== undefined) await changeDraft(service, id, asDraft);
  }
  if (base !== undefined) await retarget(service, repository, id, base);
  if (parentPullRequest) {
    const parent = await selectParent(service.db, repository.id, parentPullRequest);
    if (parent !== "clear" && parent.id === id) {
      throw refuse.repohost("InvalidArgument", "parentPullRequest is the pull request itself", "parentPullRequest");
    }
    await change(
      service,
      id,
      () => true,
      {},
      (tx, row) => setStackParent(tx, service.ids, row, parent === "clear" ? null : parent),
    );
  }
  if (state === "closed") await close(service, id);
  await keepVersions(service, repository.id);
  service.mergePreparation.wake(repository.id);
  return pullRequestBody(service, repository, id);
});
