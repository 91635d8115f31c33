import { z } from "zod";
import { defineOperation } from "../define-operation";
import { openEnum } from "../open-enum";
import { AgentPath } from "./agent";

/** Where a pull request is: on the service itself, or on a GitHub server. */
const host = openEnum(["service", "github"]);

/** A pull request of an agent. Texts are written by others. */
export const AgentPullRequest = z.looseObject({
  url: z.string(),
  /** Absent in responses of earlier versions, which list only those on GitHub. */
  host: host.optional(),
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
  /** The worst result of its checks and commit statuses. `unknown`: the service can't read all of them. */
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
  /** From the latest review of each reviewer. On the service, reviews of earlier versions don't count. */
  review: openEnum(["approved", "changes_requested", "none"]),
  /**
   * At most 20 threads on lines and files: on the service those that aren't resolved, on GitHub those whose lines haven't
   * changed since. Absent unless the pull request is open.
   */
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
  /** `checking`: it is being computed. Absent unless the pull request is open. */
  mergeability: openEnum(["mergeable", "conflict", "blocked", "behind", "checking"]).optional(),
  /** The methods that the repository allows. Absent unless the pull request is open. */
  mergeMethods: z.array(openEnum(["merge", "squash", "rebase"])).optional(),
});
export type AgentPullRequest = z.infer<typeof AgentPullRequest>;

/** Whether a pull request is on another server than the service. */
export const isExternalPull = (pull: Pick<AgentPullRequest, "host">): boolean => pull.host !== "service";

/** An extension of the specification. */
export const listAgentPullRequests = defineOperation({
  id: "listAgentPullRequests",
  summary: "List an agent's pull requests on the service and on GitHub, with their checks and reviews",
  method: "GET",
  path: "/v1/agents/{id}/pull-requests",
  pathParams: AgentPath,
  response: z.looseObject({
    items: z.array(AgentPullRequest),
    /** Pull requests that couldn't be read, with the reason. */
    problems: z.array(z.looseObject({ url: z.string(), host: host.optional(), message: z.string() })),
  }),
});
