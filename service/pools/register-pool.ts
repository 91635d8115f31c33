import { registerPool } from "@/lib/contract/pools/register-pool";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { poolOwner } from "./pool-owner";
import { putPool } from "./put-pool";
import { repositoryScope, requireInScope } from "./repository-scope";
import { requireServiceAccount } from "./service-account";

/** Registers a pool, which needs no workers. Registering again only updates the given fields. */
export const registerPoolOperation = implement(registerPool, async ({ body, principal }, context) => {
  const account = requireServiceAccount(principal);
  const { scope, poolName, repoOwner, repoName, repoUrl, workerReadyTimeoutSeconds } = body;
  const repository =
    repoOwner === undefined || repoName === undefined ? undefined : { owner: repoOwner, name: repoName, url: repoUrl };
  await requireInScope(context, account, repository);
  if (repositoryScope(account) && workerReadyTimeoutSeconds !== undefined) {
    throw apiError.agents(403, "role_forbidden", "A repo-scoped key can't set workerReadyTimeoutSeconds");
  }
  const ownerId = scope === "team" ? account.teamId : await poolOwner(context, account);
  if (ownerId === undefined)
    throw apiError.agents(
      403,
      "role_forbidden",
      "The service account isn't linked to a user, so it can't have user pools",
    );
  const { teamId } = account;
  await putPool(context, { teamId, scope, ownerId, name: poolName, repository, workerReadyTimeoutSeconds });
  return { registered: true };
});
