import type { PushRequest, PushTarget } from "../code-hosts/code-host";
import type { FoundRepository, GitHub } from "./github";
import { GitHubProblem } from "./github-problem";
import { headProblem } from "./head-problem";

function requirePushable({ url, renamed, resource, pushProblem }: FoundRepository): void {
  if (renamed) throw new GitHubProblem("denied", `the repository was renamed or transferred. Use ${url}`);
  if (resource.archived) throw new GitHubProblem("denied", `${url} is archived and read-only. Unarchive it`);
  if (pushProblem) throw new GitHubProblem("denied", pushProblem);
}

/** What an agent is to work on, if the server's app or token can push to it; see `CodeHost.findPushTarget`. */
export async function findPushTarget(
  github: Pick<GitHub, "repository" | "pull">,
  { url, prUrl }: PushRequest,
): Promise<PushTarget | undefined> {
  if (prUrl === undefined) {
    const found = await github.repository(url, false);
    if (!found) return undefined;
    requirePushable(found);
    return { repository: found.repository };
  }
  const found = await github.pull(prUrl, false);
  if (!found) return undefined;
  requirePushable(found.repository);
  return { repository: found.repository.repository, pull: found.pull, headProblem: headProblem(found) };
}
