import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequestPath } from "../../hosting/pull-request";
import { followUpStates } from "../follow-up";

export const PullAgent = z.object({
  id: z.string(),
  name: z.string(),
  archived: z.boolean(),
  /** True while its latest run is active: messages to it are queued. */
  busy: z.boolean(),
});
export type PullAgent = z.infer<typeof PullAgent>;

/** A message about the pull request, and the run it started. */
export const PullRun = z.object({
  id: z.string(),
  agent: z.object({ id: z.string(), name: z.string() }),
  author: z.string(),
  state: z.enum(followUpStates),
  runId: z.string().optional(),
  /** The raw status of the run, if it is indexed. */
  runStatus: z.string().optional(),
  createdAt: z.string(),
});
export type PullRun = z.infer<typeof PullRun>;

export const getPullAgents = defineOperation({
  id: "getPullAgents",
  summary: "Get the agent that opened a pull request, and the runs that messages about it started",
  method: "GET",
  path: "/dashboard/pulls/{ownerSlug}/{repoName}/{pullNumber}/agents",
  pathParams: PullRequestPath,
  response: z.object({
    /** Missing when no known agent opened it. */
    author: PullAgent.optional(),
    /** Newest first. */
    runs: z.array(PullRun),
  }),
});
