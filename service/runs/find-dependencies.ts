import { resolveRevision } from "@/git/refs/resolve-revision";
import { runGit } from "@/git/run-git";
import { environmentFilePath } from "@/lib/model/environment/repository-path";
import { judgeWithoutBlocking } from "@/runner/environment/judge-without-blocking";
import { readEnvironmentFile } from "@/runner/environment/read-environment-file";
import type { AgentRow } from "../agent-access/find-agent";
import type { HostingContext } from "../core/hosting-context";
import type { Principal } from "../core/principal";
import { findRepositoryByUrl, findRepositoryIds, repositoryPermission } from "../hosting/access/repository-access";

/**
 * Returns the ids of the repository dependencies in the environment file of an agent's first repository, limited to those
 * hosted here that the reader can read. Empty if the file is missing or invalid.
 */
export async function findDependencies(
  context: HostingContext,
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
  const judgment = await judgeWithoutBlocking(bytes, path);
  if ("problem" in judgment) return ids;
  for (const id of await findRepositoryIds(context, judgment.environment.repositoryDependencies)) {
    if ((await repositoryPermission(context, reader, id)) !== "none") ids.add(id);
  }
  return ids;
}
