import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullFacts } from "../agent-row";

export const GitHubPull = z.object({
  url: z.string(),
  /** Without the server. */
  repository: z.string(),
  facts: PullFacts,
  /** The agent that works on it. */
  agent: z.object({ id: z.string(), name: z.string() }),
});
export type GitHubPull = z.infer<typeof GitHubPull>;

export const listGitHubPulls = defineOperation({
  id: "listGitHubPulls",
  summary: "List agents' pull requests on GitHub",
  method: "GET",
  path: "/dashboard/github-pulls",
  query: z.strictObject({
    state: z.enum(["open", "closed", "merged", "all"], "must be open, closed, merged or all").default("open"),
    q: z.string().trim().max(200, "must be at most 200 characters").default(""),
  }),
  /** At most 200, the most recently updated first. */
  response: z.object({ pulls: z.array(GitHubPull) }),
});
