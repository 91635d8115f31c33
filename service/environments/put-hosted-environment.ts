import { putHostedEnvironment } from "@/lib/contract/admin/put-hosted-environment";
import { findAccount } from "../account/account";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { hostedEnvironments } from "../core/store/tables/hosted-environments";
import { findRepositoryByUrl } from "../hosting/access/repository-access";
import { hostedEnvironmentBody } from "./hosted-environment";

/** Creates or replaces an environment. Launching an agent in it still requires write access to its repositories. */
export const putHostedEnvironmentOperation = implement(putHostedEnvironment, async ({ params, body }, context) => {
  const { teamId } = await findAccount(context, params.teamId);
  for (const [index, { url }] of body.repos.entries()) {
    if (!(await findRepositoryByUrl(context, url)))
      throw apiError.field(`repos.${index}.url`, `repository ${url} not found`);
  }
  const repos = body.repos.map(({ url, startingRef }) => ({ url, ...(startingRef ? { startingRef } : {}) }));
  const values = { repos, updatedAt: context.clock.now() };
  const [row] = await context.db
    .insert(hostedEnvironments)
    .values({ teamId, name: params.name, ...values })
    .onConflictDoUpdate({ target: [hostedEnvironments.teamId, hostedEnvironments.name], set: values })
    .returning();
  if (!row) throw new Error("the environment was not stored");
  return hostedEnvironmentBody(row);
});
