import { checkEnvironmentFile } from "@/lib/model/environment/check";
import { environmentFilePath } from "@/lib/model/environment/repository-path";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import type { Principal } from "../core/principal";
import { resolveRevision } from "../git/resolve-revision";
import { runGit } from "../git/run-git";
import type { WithGit } from "../git/with-git";
import { findRepositoryByUrl, repositoryPermission } from "../hosting/access/repository-access";
import { readEnvironmentFile } from "../runner/environment-file";

/**
 * Returns the ids of the repository dependencies in the environment file of an agent's first repository, limited to those
 * hosted here that the reader can read. Empty if the file is missing or invalid.
 */
export async function findDependencies(
  context: Context & WithGit,
  agent: AgentRow,
  reader: Principal,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const [first] = agent.repos;
  const repository = first && (await findRepositoryByUrl(context, first.url));
  if (!repository) return ids;
  const dir = context.repositories.path(repository.id);
  const reference = first.startingRef?.replace(/^refs\/(?:heads|tags)\//, "") ?? repository.defaultBranch;
  const revision = await resolveRevision(dir, reference);
  const path = environmentFilePath(context.settings.serviceName);
  const bytes =
    revision && (await readEnvironmentFile((args, options) => runGit(args, { cwd: dir, ...options }), revision, path));
  if (!bytes) return ids;
  const { valid, effective } = checkEnvironmentFile(bytes, path);
  if (!valid) return ids;
  for (const dependency of effective.repositoryDependencies) {
    // The file lists them without a scheme.
    for (const url of [`https://${dependency}`, `http://${dependency}`]) {
      const found = await findRepositoryByUrl(context, url);
      if (found && (await repositoryPermission(context, reader, found.id)) !== "none") ids.add(found.id);
    }
  }
  return ids;
}
