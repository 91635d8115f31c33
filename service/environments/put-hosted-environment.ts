import { putHostedEnvironment } from "@/lib/contract/admin/environments/put-hosted-environment";
import { findAccount } from "../account/account";
import { checkExternalRepo } from "../agent-access/check-external-repo";
import { type RepoContext, requirePushTarget } from "../agent-access/require-push-target";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import type { Principal } from "../core/principal";
import { hostedEnvironments } from "../core/store/tables/hosted-environments";
import { findRepositoryByUrl } from "../hosting/access/repository-access";
import { hostedEnvironmentBody } from "./hosted-environment";

/** Checks that a repository exists on this service, or that agents can use it on another server. */
async function checkRepository(
  context: RepoContext,
  principal: Principal,
  { url, startingRef }: { url: string; startingRef?: string | undefined },
  index: number,
): Promise<void> {
  if (await findRepositoryByUrl(context, url)) return;
  if (!context.github.serves(url) && context.remotes.directoryName(url) === undefined) {
    throw apiError.field(`repos.${index}.url`, `repository ${url} not found`);
  }
  const target = await requirePushTarget(context, principal, { url }, index, true);
  const cloneUrl = target ? `${target.repository.url}.git` : url;
  await checkExternalRepo(context, { url: cloneUrl, startingRef }, index, false);
}

/** Creates or replaces an environment. Launching an agent in it still requires write access to its repositories. */
export const putHostedEnvironmentOperation = implement(
  putHostedEnvironment,
  async ({ principal, params, body }, context: RepoContext) => {
    const { teamId } = await findAccount(context, params.teamId);
    for (const [index, repo] of body.repos.entries()) await checkRepository(context, principal, repo, index);
    const repos = body.repos.map(({ url, startingRef }) => ({ url, ...(startingRef ? { startingRef } : {}) }));
    const values = { repos, updatedAt: context.clock.now() };
    const [row] = await context.db
      .insert(hostedEnvironments)
      .values({ teamId, name: params.name, ...values })
      .onConflictDoUpdate({ target: [hostedEnvironments.teamId, hostedEnvironments.name], set: values })
      .returning();
    if (!row) throw new Error("the environment was not stored");
    return hostedEnvironmentBody(row);
  },
);
