import { eq } from "drizzle-orm";
import { checkBranchName } from "@/git/refs/branch-name";
import { readReference } from "@/git/refs/references";
import { updateRepo } from "@/lib/contract/hosting/repositories/update-repo";
import type { BodyOf } from "@/lib/contract/operation";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import type { Principal } from "../../core/principal";
import { repositories } from "../../core/store/tables/repositories";
import type { Transaction } from "../../core/store/transaction";
import { requireWritableRepository } from "../access/mirror-status";
import { type PermittedRepository, repositoryNotFound, requireRepository } from "../access/repository-access";
import { type BypassChoice, bypassChoice } from "../rulesets/bypass-choice";
import { enforceDefaultBranchRules } from "../rulesets/default-branch-rules";
import { recordBypasses } from "../rulesets/record-bypasses";
import { ruleActor } from "../rulesets/rule-actor";
import { changeDefaultBranch } from "./default-branch";
import { repoBody } from "./repo-body";

type Body = BodyOf<typeof updateRepo>;

async function applyDefaultBranch(
  context: HostingContext,
  principal: Principal,
  repository: PermittedRepository,
  { to, bypass }: { to: string; bypass: BypassChoice },
): Promise<void> {
  const exists =
    !checkBranchName(to) && (await readReference(context.repositories.path(repository.id), `refs/heads/${to}`));
  if (!exists) throw apiError.repohost("InvalidArgument", "defaultBranch: branch not found", "defaultBranch");
  const { id, defaultBranch: from } = repository;
  if (to === from) return;
  const actor = await ruleActor(context, principal, repository.held, bypass);
  const within = async (tx: Transaction) => {
    const rules = await enforceDefaultBranchRules(tx, id, actor, { from, to });
    if (rules.length === 0) return undefined;
    const recorded = await recordBypasses(tx, context, {
      repositoryId: id,
      change: "default_branch",
      principal,
      reason: bypass.reason,
      updates: [{ ref: "HEAD", before: `refs/heads/${from}`, after: `refs/heads/${to}` }],
      rules: new Map([["HEAD", rules]]),
    });
    return recorded.get("HEAD")?.body;
  };
  if (!(await changeDefaultBranch(context, id, { from, to }, within))) {
    throw apiError.repohost("Aborted", "The default branch has changed. Refresh and try again.");
  }
}

function mergeMethods({ allowMergeCommit, allowSquashMerge }: Body) {
  if (allowMergeCommit === undefined || allowSquashMerge === undefined) {
    const missing = allowMergeCommit === undefined ? "allowMergeCommit" : "allowSquashMerge";
    throw apiError.repohost("InvalidArgument", "allowMergeCommit and allowSquashMerge must be set together", missing);
  }
  if (!allowMergeCommit && !allowSquashMerge) {
    const message = "allowMergeCommit or allowSquashMerge must be true";
    throw apiError.repohost("InvalidArgument", message, "allowMergeCommit");
  }
  return { allowMergeCommit, allowSquashMerge };
}

/** Settings apply in a fixed order. If one fails, earlier ones remain applied, as specified. */
export const updateRepoOperation = implement(
  updateRepo,
  async ({ principal, params, body, request }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params, "admin");
    const bypass = bypassChoice(request);
    const { defaultBranch, deleteBranchOnMerge, visibility, allowMergeCommit, allowSquashMerge } = body;
    if (Object.values(body).every((value) => value === undefined)) {
      throw apiError.repohost("InvalidArgument", "Set at least one field");
    }
    const store = async (values: Partial<typeof repositories.$inferInsert>) => {
      await context.db
        .update(repositories)
        .set({ ...values, updatedAt: context.clock.now() })
        .where(eq(repositories.id, repository.id));
    };
    if (defaultBranch !== undefined) {
      requireWritableRepository(repository);
      await applyDefaultBranch(context, principal, repository, { to: defaultBranch, bypass });
    }
    if (deleteBranchOnMerge !== undefined) {
      requireWritableRepository(repository);
      await store({ deleteBranchOnMerge });
    }
    if (visibility !== undefined) await store({ visibility });
    if (allowMergeCommit !== undefined || allowSquashMerge !== undefined) await store(mergeMethods(body));

    const [row] = await context.db.select().from(repositories).where(eq(repositories.id, repository.id));
    if (!row) throw repositoryNotFound();
    return repoBody(context, { ...repository, ...row });
  },
);
