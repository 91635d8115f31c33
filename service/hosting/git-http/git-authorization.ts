import { eq } from "drizzle-orm";
import { isStackedOn } from "@/git/refs/stacked-on";
import { createGitPackServer, type GitPackServer } from "@/git/transport/git-http-server";
import { createSmartHttp } from "@/git/transport/smart-http";
import { runPermission } from "../../agent-access/run-permission";
import type { Context } from "../../core/context";
import type { HostingContext } from "../../core/hosting-context";
import { ApiError } from "../../core/http/api-error";
import { presentedKey } from "../../core/http/credentials";
import { budgetHeaders, createPointBudget, principalKey } from "../../core/http/points";
import type { Authenticate } from "../../core/http/router";
import { installationAccess, type Principal } from "../../core/principal";
import { isConnectionError, retryOnDisconnect } from "../../core/store/retry-on-disconnect";
import { agents } from "../../core/store/tables/agents";
import { holderOf, holderPrincipal } from "../../users/holder";
import { isOwnerEligible } from "../access/eligibility";
import { isReadOnly } from "../access/mirror-status";
import { findRepository, permissionsOn, repositoryPermission } from "../access/repository-access";
import { repositoryLimits } from "../access/repository-limits";
import { recordPush } from "../git-data/record-push";
import { isInstallationToken } from "../installations/installation-token";
import { followRefUpdates } from "../pulls/follow-ref-updates";
import { adoptDefaultBranch } from "../repositories/default-branch";
import { bypassRefused, pushBypassChoice } from "../rulesets/push-bypass";
import { evaluatePushRules } from "../rulesets/push-rules";
import { ruleActor } from "../rulesets/rule-actor";
import { acquireRulesLock } from "../rulesets/rules-lock";
import { checkSignInMethod, type SignInMethod } from "../ssh/sign-in-method";
import { heldGrant, type WithRunCredentials } from "./run-credentials";

/** True when runs of the agent can also push branches stacked on its own, which only generated branches have. */
async function canStack({ db }: Context, agentId: string): Promise<boolean> {
  const [agent] = await db.select({ current: agents.workOnCurrentBranch }).from(agents).where(eq(agents.id, agentId));
  return agent?.current === false;
}

/** One problem for each ref a run's push updates besides the run's branch and those stacked on it. Empty for other callers. */
async function foreignRefs(
  context: Context,
  principal: Principal,
  repositoryId: string,
  updates: readonly { ref: string }[],
): Promise<string[]> {
  if (principal.kind !== "run") return [];
  const branch = principal.branches.get(repositoryId);
  const ownRef = branch && `refs/heads/${branch}`;
  const others = updates.map(({ ref }) => ref).filter((ref) => ref !== ownRef);
  const stacked = others.filter((ref) => ownRef && isStackedOn(ownRef, ref));
  const permitted = stacked.length > 0 && (await canStack(context, principal.agentId)) ? stacked : [];
  const problem = branch ? `this run can only push to ${branch}` : "this run can't push to this repository";
  return others.filter((ref) => !permitted.includes(ref)).map((ref) => `${ref}: ${problem}`);
}

/** How long git waits for a client that neither sends nor reads. */
const clientIdleMs = 30_000;
const maxPushBytes = 2 * 1024 ** 3;

const accessEnded = "you no longer have access to the repository";

/** A git client's principal and sign-in method. */
export interface GitCaller {
  principal: Principal;
  method: SignInMethod;
}

/** Authorizes clone, fetch and push. A run's credential only gives access to repositories that the agent's owner can still access. */
export function createHostingGitServer(context: HostingContext): GitPackServer<GitCaller> {
  const budget = createPointBudget("git", context.settings.gitRequestsPerMinute, context);
  const isReadOnlyNow = async (id: string) =>
    isReadOnly((await findRepository(context, "_", id)) ?? { mirrorStatus: null });
  return createGitPackServer<GitCaller>({
    dataDir: context.settings.dataDir,
    log: context.log,
    maxPushBytes,
    pushLimits: repositoryLimits(context),
    clock: context.clock,
    timeouts: { idleMs: clientIdleMs, totalMs: context.settings.gitTimeLimitSeconds * 1_000 },
    share: ({ principal }) => ({ key: principalKey(principal), isRun: principal.kind === "run" }),
    async findRepository(ownerSlug, repoName) {
      const found = await findRepository(context, ownerSlug, repoName);
      if (!found) return undefined;
      const { id, namespaceId, defaultBranch } = found;
      return { id, namespaceId, defaultBranch, dir: context.repositories.path(id) };
    },
    async permission({ principal }, repositoryId, service) {
      const pushes = service === "git-receive-pack";
      if (principal.kind === "run") {
        const held = await runPermission(context, principal, repositoryId);
        return held === "write" && pushes && (await isReadOnlyNow(repositoryId)) ? "read" : held;
      }
      const held = await repositoryPermission(context, principal, repositoryId);
      const scopes = installationAccess(principal)?.scopes;
      if (held === "none") return held;
      if (scopes && !scopes.has("repository:contents:read")) return "visible";
      if (scopes && !scopes.has("repository:contents:write")) return "read";
      if (held === "read" || !pushes) return held;
      if (await isReadOnlyNow(repositoryId)) return "read";
      return (await isOwnerEligible(context, repositoryId)) ? held : "read";
    },
    checkSignIn: ({ principal, method }, { namespaceId }) => checkSignInMethod(context, principal, method, namespaceId),
    async charge({ principal }) {
      // Runs use git on behalf of the service, so they aren't rate limited.
      if (principal.kind === "run") return { error: undefined, headers: {} };
      try {
        const { "x-ratelimit-reset": _unused, ...headers } = budgetHeaders(await budget.charge(principal, 1), "git");
        return { error: undefined, headers };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { error: error.message, headers: error.headers };
      }
    },
    // References of API operations are updated under the same lock.
    lockNames: (repositoryId) => context.locks.references.acquire(repositoryId),
    review: ({ repository, principal: { principal }, updates, quarantine, options, isAuthorized }) =>
      retryOnDisconnect(context, async () => {
        const found = await findRepository(context, "_", repository.id);
        if (!found) return { problems: ["the repository was deleted"], notices: [] };
        // A mirror transition may have started during the push.
        if (isReadOnly(found)) return { problems: ["the repository is a read-only mirror"], notices: [] };
        const foreign = await foreignRefs(context, principal, found.id, updates);
        if (foreign.length > 0) return { problems: foreign, notices: [] };
        const choice = pushBypassChoice(options);
        if (typeof choice === "string") return { problems: [choice], notices: [] };
        const held = await permissionsOn(context, principal, found);
        const actor = await ruleActor(context, principal, held, choice);
        const objects = { dir: repository.dir, quarantine };
        const release = await acquireRulesLock(context.db, found.id);
        try {
          // The push may have waited for the lock.
          if (!(await isAuthorized())) return { problems: [accessEnded], notices: [], release };
          const evaluated = await evaluatePushRules(context.db, { repository: found, objects, updates, actor });
          const { problems, notices, bypassed: rules } = evaluated;
          const { reason } = choice;
          if (problems.length > 0 && reason !== undefined) problems.push(bypassRefused);
          return { problems, notices, bypass: { rules, reason }, release };
        } catch (error) {
          release();
          throw error;
        }
      }),
    async onPushed({ repositoryId, principal: { principal }, updates, bypass }) {
      await recordPush(context, { repositoryId, actor: principal, updates, bypass });
      await retryOnDisconnect(context, () => adoptDefaultBranch(context, repositoryId, updates));
      await followRefUpdates(context, repositoryId);
    },
  });
}

/** Git over HTTP, authenticated by an API key, an app's token or a run credential. */
export function createGitRoute(
  context: Context & WithRunCredentials,
  gitServer: GitPackServer<GitCaller>,
  authenticate: Authenticate,
) {
  async function principalOf(authorization: string | null): Promise<Principal | undefined> {
    const presented = presentedKey(authorization);
    const grant = presented && (await heldGrant(context, context.runCredentials.find(presented.key)));
    if (grant) return { kind: "run", ...grant };
    if (presented && isInstallationToken(presented.key)) {
      const isGit = presented.scheme === "basic" && presented.user === "x-access-token";
      return isGit ? authenticate(`Bearer ${presented.key}`) : undefined;
    }
    return authenticate(authorization);
  }

  const smartHttp = createSmartHttp<GitCaller>({
    gitServer,
    async authenticate(authorization) {
      const principal = await principalOf(authorization);
      return principal && { principal, method: { kind: "https" } };
    },
    async current({ principal, method }) {
      const current =
        principal.kind === "run"
          ? (await heldGrant(context, principal)) && principal
          : await holderPrincipal(context, holderOf(principal));
      return current && { principal: current, method };
    },
  });
  return async (request: Request, requestId: string) => {
    try {
      return await smartHttp.handle(request, { requestId });
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      context.log.warn({ err: error, requestId }, "git request failed: database unavailable");
      return new Response("Service unavailable. Try again.\n", { status: 503, headers: { "retry-after": "1" } });
    }
  };
}
