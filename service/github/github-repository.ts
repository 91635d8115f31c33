import { z } from "zod";
import type { Log } from "@/lib/core/log";
import type { HostPull, HostRepository, NewPull } from "../code-hosts/code-host";
import type { GitHubApi, GitHubRequest } from "./github-api";
import type { GitHubApps } from "./github-apps";
import { GitHubProblem } from "./github-problem";
import { Comparison, PullList, PullResource, ReferenceList, type RepositoryResource } from "./github-resources";

const branchPrefix = "refs/heads/";

const Requested = z.object({ number: z.number() });

/** Canonical URL of a repository. */
export const repositoryUrlOf = (host: string, { full_name }: { full_name: string }) => `https://${host}/${full_name}`;

export function hostPullOf(
  host: string,
  { number, head, base }: Pick<PullResource, "number" | "head" | "base">,
): HostPull {
  return { url: `${repositoryUrlOf(host, base.repo)}/pull/${number}`, headRef: head.ref, baseRef: base.ref };
}

interface RepositoryAccess {
  api: GitHubApi;
  /** Calls wait for rate limits. */
  background: boolean;
  apps: Pick<GitHubApps, "loginOf">;
  log: Log;
}

/** A repository on a GitHub server. */
export function gitHubRepository(
  { api, background, apps, log }: RepositoryAccess,
  { full_name, default_branch }: RepositoryResource,
): HostRepository {
  const [owner = "", repo = ""] = full_name.split("/");
  const request = (parameters: object): GitHubRequest => ({
    what: full_name,
    background,
    parameters: { owner, repo, ...parameters },
  });

  async function newestOpen(branch: string) {
    const filter = { head: `${owner}:${branch}`, state: "open", sort: "created", direction: "desc", per_page: 10 };
    const pulls = await api.call("GET /repos/{owner}/{repo}/pulls", request(filter), PullList);
    // An unknown `head` isn't filtered by every version of the server.
    return pulls.find(({ head }) => head.ref === branch && head.repo?.full_name === full_name);
  }

  /** The pull request is open anyway, so a failure is only logged. */
  async function requestReview({ id, userId, skipReviewerRequest }: NewPull["agent"], number: number): Promise<void> {
    if (skipReviewerRequest || userId === null) return;
    try {
      const login = await apps.loginOf(api.host, userId);
      if (login === undefined) return;
      const review = { ...request({ pull_number: number, reviewers: [login] }), what: `${full_name}#${number}` };
      await api.call("POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers", review, Requested);
    } catch (error) {
      log.warn({ err: error, agentId: id, pull: `${full_name}#${number}` }, "couldn't request a review on GitHub");
    }
  }

  async function openPull({ title, body, headRef, baseRef, draft, agent }: NewPull): Promise<HostPull | undefined> {
    const pull = request({ title, body, head: headRef, base: baseRef, draft });
    let opened: PullResource | undefined;
    try {
      opened = await api.call("POST /repos/{owner}/{repo}/pulls", pull, PullResource);
    } catch (error) {
      // An earlier attempt whose response was lost may have opened it.
      opened = error instanceof GitHubProblem && error.kind === "invalid" ? await newestOpen(headRef) : undefined;
      if (!opened) throw error;
    }
    await requestReview(agent, opened.number);
    return hostPullOf(api.host, opened);
  }

  return {
    url: repositoryUrlOf(api.host, { full_name }),
    defaultBranch: default_branch,
    async branchFamily(branch) {
      const route = "GET /repos/{owner}/{repo}/git/matching-refs/{ref}";
      const found = await api.call(route, request({ ref: `heads/${branch}` }), ReferenceList);
      return found
        .map(({ ref, object }) => ({ name: ref.slice(branchPrefix.length), id: object.sha }))
        .filter(({ name }) => name === branch || name.startsWith(`${branch}.`));
    },
    async divergence(base, head) {
      // The first page also lists the changed files, which aren't needed.
      const comparison = request({ basehead: `${base}...${head}`, page: 2, per_page: 1 });
      const compared = await api.call("GET /repos/{owner}/{repo}/compare/{basehead}", comparison, Comparison);
      return { ahead: compared.ahead_by, behind: compared.behind_by };
    },
    async findOpenPull(branch) {
      const found = await newestOpen(branch);
      return found && hostPullOf(api.host, found);
    },
    openPull,
  };
}
