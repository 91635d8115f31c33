import { putHostedEnvironment } from "@/lib/contract/admin/put-hosted-environment";
import { findAccount } from "../account/account";
import { checkExternalRepo } from "../agent-access/check-external-repo";
import { checkGitHubRepo } from "../agent-access/check-github-repo";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { hostedEnvironments } from "../core/store/tables/hosted-environments";
import type { WithGitHub } from "../github/with-github";
import { findRepositoryByUrl } from "../hosting/access/repository-access";
import type { WithRemotes } from "../remotes/remotes";
import { hostedEnvironmentBody } from "./hosted-environment";

type RepositoryContext = Context & WithGitHub & WithRemotes;

/** Checks that a repository exists on this service, or that agents can use it on another server. */
async function checkRepository(
  context: RepositoryContext,
  { url, startingRef }: { url: string; startingRef?: string | undefined },
  index: number,
): Promise<void> {
  if (await findRepositoryByUrl(context, url)) return;
  if (context.github.serves(url)) return checkGitHubRepo(context, { url, startingRef }, index, false);
  if (context.remotes.directoryName(url) !== undefined) {
    return checkExternalRepo(context, { url, startingRef }, index, false);
  }
  throw apiError.field(`repos.${index}.url`, `repository ${url} not found`);
}

/** Creates or replaces an environment. Launching an agent in it still requires write access to its repositories. */
export const putHostedEnvironmentOperation = implement(
  putHostedEnvironment,
  async ({ params, body }, context: RepositoryContext) => {
    const { teamId } = await findAccount(context, params.teamId);
    for (const [index, repo] of body.repos.entries()) await checkRepository(context, repo, index);
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
