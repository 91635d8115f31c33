import { z } from "zod";
import type { ActingPull } from "../code-hosts/code-host";
import type { FoundPull } from "./github";
import type { GitHubApi } from "./github-api";
import { pullState, readPullStatus } from "./pull-status";

const Comment = z.object({ html_url: z.string() });
const Merged = z.object({ sha: z.string() });

/**
 * A pull request that is changed with `api`; GitHub checks the account's permissions and the repository's rules. Its methods
 * throw `GitHubProblem`, and don't wait for rate limits.
 */
export function actingPull(found: FoundPull, api: GitHubApi): ActingPull {
  const { resource, repository } = found;
  const { url } = found.pull;
  const [owner = "", repo = ""] = repository.resource.full_name.split("/");
  const request = (parameters: object) => ({
    what: url,
    background: false,
    parameters: { owner, repo, ...parameters },
  });
  return {
    state: pullState(resource),
    headSha: resource.head.sha,
    readStatus: () => readPullStatus(found),
    async comment(body) {
      const comment = request({ issue_number: resource.number, body });
      const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
      return { url: (await api.call(route, comment, Comment)).html_url };
    },
    merge({ expectedHead, method }) {
      const merge = request({ pull_number: resource.number, sha: expectedHead, merge_method: method });
      return api.call("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", merge, Merged);
    },
  };
}
