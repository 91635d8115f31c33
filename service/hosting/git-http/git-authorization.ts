import type { Context } from "../../core/context";
import { presentedKey } from "../../core/http/credentials";
import { budgetHeaders, createPointBudget } from "../../core/http/points";
import { Refusal } from "../../core/http/refusal";
import type { Authenticate } from "../../core/http/router";
import { installationAccess, type Principal } from "../../core/principal";
import { isConnectionError, retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { usualPushLimits } from "../../git/check-push-limits";
import { createPackDesk, type PackDesk } from "../../git/git-http-server";
import { createSmartHttp } from "../../git/smart-http";
import type { WithGit } from "../../git/with-git";
import { isOwnerEligible } from "../access/eligibility";
import { isReadOnly } from "../access/mirror-status";
import { findRepository, repositoryPermission } from "../access/repository-access";
import { recordPush } from "../git-data/record-push";
import { isInstallationToken } from "../installations/installation-token";
import { followRefUpdates } from "../pulls/follow-ref-updates";
import type { WithMergePreparation } from "../pulls/with-merge-preparation";
import { adoptDefaultBranch } from "../repositories/default-branch";
import { holdRules } from "../rulesets/enforce-rules";
import { judgeRefUpdates } from "../rulesets/push-rules";
import { ruleActor } from "../rulesets/rule-actor";
import { type SignInWay, signInObjection } from "../ssh/sign-in-objection";
import type { WithRunCredentials } from "./run-credentials";

/** What a run's push changes besides its branch: one problem each. Other callers have none. */
function foreignRefs(principal: Principal, repositoryId: string, updates: readonly { ref: string }[]): string[] {
  if (principal.kind !== "run") return [];
  const branch = principal.branches.get(repositoryId);
  const foreign = updates.filter(({ ref }) => branch === undefined || ref !== `refs/heads/${branch}`);
  return foreign.map(({ ref }) => `${ref}: this run can only push to ${branch ?? "no branch"}`);
}

const maxPushBytes = 2 * 1024 ** 3;

/** Who uses git, and how they signed in. */
export interface GitCaller {
  principal: Principal;
  way: SignInWay;
}

/** Clone, fetch and push for whoever may; the credential of a run is good for its repositories alone. */
export function createGitDesk(context: Context & WithGit & WithMergePreparation): PackDesk<GitCaller> {
  const budget = createPointBudget("git", context.settings.gitRequestsPerMinute, context.clock);
  const isReadOnlyNow = async (id: string) =>
    isReadOnly((await findRepository(context, "_", id)) ?? { mirrorStatus: null });
  return createPackDesk<GitCaller>({
    dataDir: context.settings.dataDir,
    log: context.log,
    maxPushBytes,
    pushLimits: { ...usualPushLimits, repositoryBytes: context.settings.repositoryLimitMb * 1024 ** 2 },
    async findRepository(ownerSlug, repoName) {
      const found = await findRepository(context, ownerSlug, repoName);
      if (!found) return undefined;
      const { id, namespaceId, defaultBranch } = found;
      return { id, namespaceId, defaultBranch, dir: context.repositories.path(id) };
    },
    async permission({ principal }, repositoryId) {
      if (principal.kind === "run") {
        if (principal.branches.has(repositoryId)) return (await isReadOnlyNow(repositoryId)) ? "read" : "write";
        return principal.dependencyIds.has(repositoryId) ? "read" : "none";
      }
      const held = await repositoryPermission(context, principal, repositoryId);
      const scopes = installationAccess(principal)?.scopes;
      if (held === "none") return held;
      if (scopes && !scopes.has("repository:contents:read")) return "visible";
      if (scopes && !scopes.has("repository:contents:write")) return "read";
      if (held === "read") return held;
      if (await isReadOnlyNow(repositoryId)) return "read";
      return (await isOwnerEligible(context, repositoryId)) ? held : "read";
    },
    objection: ({ principal, way }, { namespaceId }) => signInObjection(context, principal, way, namespaceId),
    charge({ principal }) {
      // A run's own credential is the service working for itself.
      if (principal.kind === "run") return { refused: undefined, headers: {} };
      try {
        const { "x-ratelimit-reset": _unused, ...headers } = budgetHeaders(budget.charge(principal, 1), "git");
        return { refused: undefined, headers };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { refused: error.message, headers: error.headers };
      }
    },
    review: ({ repository, principal: { principal }, updates, quarantine }) =>
      retryOnDisconnect(context, async () => {
        const found = await findRepository(context, "_", repository.id);
        if (!found) return { problems: ["the repository is gone"], notices: [] };
        // A transition may have begun while the push was on its way.
        if (isReadOnly(found)) return { problems: ["the repository is a mirror that can't be pushed to"], notices: [] };
        const foreign = foreignRefs(principal, found.id, updates);
        if (foreign.length > 0) return { problems: foreign, notices: [] };
        const actor = await ruleActor(context, principal, found);
        const objects = { dir: repository.dir, quarantine };
        const over = await holdRules(context.db, found.id);
        try {
          return { ...(await judgeRefUpdates(context.db, { repository: found, objects, updates, actor })), over };
        } catch (error) {
          over();
          throw error;
        }
      }),
    async pushed({ repositoryId, principal: { principal }, updates }) {
      await recordPush(context, { repositoryId, actor: principal, updates });
      await retryOnDisconnect(context, () => adoptDefaultBranch(context, repositoryId, updates));
      await followRefUpdates(context, repositoryId);
    },
  });
}

/** Git over HTTP, with an API key, a token of an app or the credential of a run. */
export function createGitRoute(
  context: Context & WithRunCredentials,
  desk: PackDesk<GitCaller>,
  authenticate: Authenticate,
) {
  async function principalOf(authorization: string | null): Promise<Principal | undefined> {
    const presented = presentedKey(authorization);
    const grant = presented && context.runCredentials.find(presented.key);
    if (grant) return { kind: "run", ...grant };
    if (presented && isInstallationToken(presented.key)) {
      const isGit = presented.scheme === "basic" && presented.user === "x-access-token";
      return isGit ? authenticate(`Bearer ${presented.key}`) : undefined;
    }
    return authenticate(authorization);
  }

  const smartHttp = createSmartHttp<GitCaller>({
    desk,
    async authenticate(authorization) {
      const principal = await principalOf(authorization);
      return principal && { principal, way: { kind: "https" } };
    },
  });
  return async (request: Request, requestId: string) => {
    try {
      return await smartHttp.handle(request, { requestId });
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      context.log.warn({ err: error, requestId }, "a git request came while the database was away");
      return new Response("The service is not ready; try again\n", { status: 503, headers: { "retry-after": "1" } });
    }
  };
}
