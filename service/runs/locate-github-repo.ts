import { RunFailure } from "@/runner/limits/run-failure";
import type { RepoInput } from "../agent-access/require-push-target";
import { pullAddress, repositoryAddress } from "../github/github-address";
import { GitHubProblem } from "../github/github-problem";
import { headProblem } from "../github/head-problem";
import type { WithGitHub } from "../github/with-github";

/** A repository on a GitHub server, as a run uses it. */
export interface GitHubLocation {
  url: string;
  cloneUrl: string;
  startingRef: string | undefined;
  defaultBranch: string;
  /** Name of the checkout's folder, which stays the same when the repository is renamed. */
  name: string;
}

async function locate({ github }: WithGitHub, { url, startingRef, prUrl }: RepoInput, current: boolean) {
  if (prUrl === undefined) {
    const found = await github.repository(url, true);
    return (
      found && {
        url,
        cloneUrl: `${found.url}.git`,
        startingRef,
        defaultBranch: found.resource.default_branch,
        name: repositoryAddress(url)?.name,
      }
    );
  }
  const pull = await github.pull(prUrl, true);
  if (!pull) return undefined;
  const problem = current ? headProblem(pull) : undefined;
  if (problem) throw new RunFailure("pr_resolution_failed", problem);
  const { head, base } = pull.resource;
  const branch = current ? head.ref : base.ref;
  return {
    url: pull.repository.url,
    cloneUrl: `${pull.repository.url}.git`,
    startingRef: `refs/heads/${branch}`,
    defaultBranch: pull.repository.resource.default_branch,
    name: pullAddress(prUrl)?.name,
  };
}

/** Resolves a repository entry on a GitHub server; undefined for other servers. Throws {@link RunFailure}. */
export async function locateGitHubRepo(
  context: WithGitHub,
  repo: RepoInput,
  current: boolean,
): Promise<GitHubLocation | undefined> {
  if (!context.github.serves(repo.prUrl ?? repo.url)) return undefined;
  try {
    const found = await locate(context, repo, current);
    return found?.name === undefined ? undefined : { ...found, name: found.name };
  } catch (error) {
    if (!(error instanceof GitHubProblem)) throw error;
    const denied = repo.prUrl === undefined ? "repository_access" : "pr_resolution_failed";
    throw new RunFailure(error.kind === "unavailable" ? "upstream_error" : denied, error.message);
  }
}
