import { z } from "zod";
import { openEnum } from "../open-enum";
import { defineOperation } from "../operation";
import { AgentPath } from "./agent";
import { NoQuery } from "./pagination";

/** A pull request of an agent on GitHub. Texts are written by others. */
export const ExternalPullRequest = z.looseObject({
  url: z.string(),
  number: z.number(),
  title: z.string(),
  state: openEnum(["open", "closed", "merged"]),
  draft: z.boolean(),
  head: z.string(),
  /** The head's commit. Absent in responses of earlier versions. */
  headSha: z.string().optional(),
  base: z.string(),
  updatedAt: z.string().optional(),
  additions: z.number(),
  deletions: z.number(),
  /** The worst result of its checks and commit statuses. `unknown`: the service's token can't read them. */
  checks: z.looseObject({
    state: openEnum(["passed", "failed", "pending", "none", "unknown"]),
    total: z.number(),
    /** At most 20. */
    failed: z.array(
      z.looseObject({
        name: z.string(),
        result: z.string(),
        url: z.string().optional(),
        title: z.string(),
        summary: z.string(),
      }),
    ),
  }),
  /** From the latest review of each reviewer. */
  review: openEnum(["approved", "changes_requested", "none"]),
  /** Review comments on lines or files that haven't changed since, at most 20 threads. Absent unless the pull request is open. */
  threads: z
    .array(
      z.looseObject({
        path: z.string(),
        line: z.number().optional(),
        url: z.string(),
        /** At most 10, oldest first. */
        comments: z.array(z.looseObject({ by: z.string(), text: z.string() })),
      }),
    )
    .optional(),
  /** `checking`: GitHub computes it. Absent unless the pull request is open. */
  mergeability: openEnum(["mergeable", "conflict", "blocked", "behind", "checking"]).optional(),
  /** The methods that the repository allows. Absent unless the pull request is open. */
  mergeMethods: z.array(openEnum(["merge", "squash", "rebase"])).optional(),
});
export type ExternalPullRequest = z.infer<typeof ExternalPullRequest>;

/** An extension of the specification. Pull requests that the service itself hosts aren't included. */
export const listAgentPullRequests = defineOperation({
  id: "listAgentPullRequests",
  summary: "List an agent's pull requests on GitHub, with their checks and reviews",
  method: "GET",
  path: "/v1/agents/{id}/pull-requests",
  pathParams: AgentPath,
  query: NoQuery,
  response: z.looseObject({
    items: z.array(ExternalPullRequest),
    /** Pull requests that couldn't be read, with the reason. */
    problems: z.array(z.looseObject({ url: z.string(), message: z.string() })),
  }),
  family: "agents",
});
