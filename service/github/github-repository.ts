import type { HostPull, HostRepository, NewPull } from "../code-hosts/code-host";
import type { GitHubApi, GitHubRequest } from "./github-api";
import { GitHubProblem } from "./github-problem";
import { Comparison, PullList, PullResource, ReferenceList, type RepositoryResource } from "./github-resources";

const branchPrefix = "refs/heads/";

/** Canonical URL of a repository. */
export const repositoryUrlOf = (host: string, { full_name }: { full_name: string }) => `https://${host}/${full_name}`;

export function hostPullOf(
  host: string,
  { number, head, base }: Pick<PullResource, "number" | "head" | "base">,
): HostPull {
  return { url: `${repositoryUrlOf(host, base.repo)}/pull/${number}`, headRef: head.ref, baseRef: base.ref };
}

/** A repository on a GitHub server. `background`: its calls wait for rate limits. */
export function gitHubRepository(
  api: GitHubApi,
  { full_name, default_branch }: RepositoryResource,
  background: boolean,
): HostRepository {
  const [owner = "", repo = ""] = full_name.split("/");
  const request = (parameters: object): GitHubRequest => ({
    what: full_name,
    background,
    parameters: { owner, repo, ...parameters },
  });

  async function findOpenPull(branch: string): Promise<HostPull | undefined> {
    const filter = { head: `${owner}:${branch}`, state: "open", sort: "created", direction: "desc", per_page: 10 };
    const pulls = await api.call("GET /repos/{owner}/{repo}/pulls", request(filter), PullList);
    // An unknown `head` isn't filtered by every version of the server.
    const found = pulls.find(({ head }) => head.ref === branch && head.repo?.full_name === full_name);
    return found && hostPullOf(api.host, found);
  }

  async function openPull({ title, body, headRef, baseRef, draft }: NewPull): Promise<HostPull | undefined> {
    const pull = request({ title, body, head: headRef, base: baseRef, draft });
    try {
      return hostPullOf(api.host, await api.call("POST /repos/{owner}/{repo}/pulls", pull, PullResource));
    } catch (error) {
      // An earlier attempt whose response was lost may have opened it.
      const existing =
        error instanceof GitHubProblem && error.kind === "invalid" ? await findOpenPull(headRef) : undefined;
      if (existing) return existing;
      throw error;
    }
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
    findOpenPull,
    openPull,
  };
}
