import { z } from "zod";
import { mergeAgentPullRequest } from "@/lib/contract/agents/merge-agent-pull-request";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import type { WithGitHub } from "../github/with-github";
import { findAgentPull, orApiError } from "./agent-pull";

const Merged = z.object({ sha: z.string(), merged: z.boolean() });

/** Merges a pull request on GitHub, which checks the user's permissions, the repository's rules and the expected head. */
export const mergeAgentPullRequestOperation = implement(
  mergeAgentPullRequest,
  async (call, context: Context & WithGitHub) => {
    const { url, expectedHead, method } = call.body;
    const { pull, api, login, parameters } = await findAgentPull(context, call, url);
    const { resource } = pull;
    if (resource.merged_at !== null) throw apiError.agents(409, "github_conflict", `${url} is already merged`);
    if (resource.state !== "open") throw apiError.agents(409, "github_conflict", `${url} is closed. Reopen it first`);
    if (resource.head.sha !== expectedHead) {
      const message = `expectedHead: ${url} has new commits. Review them, then merge again`;
      throw apiError.agents(409, "github_conflict", message, "expectedHead");
    }
    const merge = { ...parameters, pull_number: resource.number, sha: expectedHead, merge_method: method };
    const request = { what: url, background: false, parameters: merge };
    const merged = await orApiError(() =>
      api.call("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", request, Merged),
    );
    return { url, sha: merged.sha, ...(login === undefined ? {} : { as: login }) };
  },
);
