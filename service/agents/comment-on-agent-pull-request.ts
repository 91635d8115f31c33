import { z } from "zod";
import { commentOnAgentPullRequest } from "@/lib/contract/agents/comment-on-agent-pull-request";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import type { WithGitHub } from "../github/with-github";
import { findAgentPull, orApiError } from "./agent-pull";

const Comment = z.object({ html_url: z.string() });

export const commentOnAgentPullRequestOperation = implement(
  commentOnAgentPullRequest,
  async (call, context: Context & WithGitHub) => {
    const { url, body } = call.body;
    const { pull, api, login, parameters } = await findAgentPull(context, call, url);
    const comment = { ...parameters, issue_number: pull.resource.number, body };
    const request = { what: url, background: false, parameters: comment };
    const created = await orApiError(() =>
      api.call("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", request, Comment),
    );
    return { url: created.html_url, ...(login === undefined ? {} : { as: login }) };
  },
);
