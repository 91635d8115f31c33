import { z } from "zod";
import { AgentEnv } from "../agents/agent";
import { Branch } from "../agents/run";

/** A pull request of an agent, on the service the dashboard uses or on GitHub. */
export const PullFacts = z.object({
  url: z.string(),
  state: z.enum(["open", "closed", "merged"]),
  draft: z.boolean(),
  additions: z.number(),
  deletions: z.number(),
  /** The worst result of its checks; absent while unknown, and for pull requests that aren't open. */
  checks: z.enum(["failed", "attention", "pending", "passed", "none"]).optional(),
  /** What its reviewers decided about its newest version; absent like `checks`. */
  review: z.enum(["approved", "changes_requested", "none"]).optional(),
  /** Absent like `checks`. */
  mergeability: z.enum(["mergeable", "conflict", "blocked", "behind", "checking"]).optional(),
  /** Of a pull request on GitHub, which the dashboard can't read itself. */
  external: z
    .object({
      number: z.number(),
      title: z.string(),
      head: z.string(),
      base: z.string(),
      updatedAt: z.string().optional(),
    })
    .optional(),
});
export type PullFacts = z.infer<typeof PullFacts>;

/** A worker that an agent's run waits for. Unix milliseconds. */
export const OfflineWorker = z.object({ id: z.string(), reconnectByMs: z.number().optional() });
export type OfflineWorker = z.infer<typeof OfflineWorker>;

/**
 * An agent in the dashboard's list. Absent fields are unknown: not fetched from the service yet, or not reported by it.
 */
export const AgentRow = z.object({
  id: z.string(),
  /** The name a user gave it, or the agent's own. */
  name: z.string(),
  status: z.string(),
  env: AgentEnv,
  createdAt: z.string(),
  updatedAt: z.string(),
  latestRunId: z.string(),
  /** The latest run. */
  run: z
    .object({
      status: z.string(),
      updatedAt: z.string(),
      createdAt: z.string().optional(),
      durationMs: z.number().optional(),
      errorCode: z.string().optional(),
      /** Its open question. */
      questionId: z.string().optional(),
      /** Commands and tools that failed; counted when the run's stream was recorded. */
      failedSteps: z.number().optional(),
      /** It ended with a plan that waits for approval; known like `failedSteps`. */
      plan: z.boolean().optional(),
      /** The worker it waits for, which is offline. `reconnectByMs`: until when it can reconnect before another worker may take the run. */
      offlineWorker: OfflineWorker.optional(),
    })
    .optional(),
  repos: z.array(z.looseObject({ url: z.string(), prUrl: z.string().optional() })).optional(),
  branches: z.array(Branch).optional(),
  /** Tokens of all its runs. */
  tokens: z.number().optional(),
  /** Its pull requests that could be read. */
  pulls: z.array(PullFacts).optional(),
  /** The user who launched it from this dashboard. `me`: the calling user. */
  owner: z.object({ id: z.string(), name: z.string(), me: z.boolean() }).optional(),
  /** Sorted. */
  labels: z.array(z.string()).optional(),
  /** The model chosen at launch, if it was launched from this dashboard. Empty: the service's default. */
  model: z.string().optional(),
  /** The batch it was launched in. */
  batch: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type AgentRow = z.infer<typeof AgentRow>;

/** Progress of the dashboard's index. */
export const IndexProgress = z.object({
  /** True once every page of the service's list has been read. */
  complete: z.boolean(),
  agents: z.number(),
  /** Agents whose repositories, branches and latest run are up to date. */
  known: z.number(),
  polledAt: z.string().optional(),
  /** Why the last read from the service failed. */
  lastError: z.string().optional(),
});
export type IndexProgress = z.infer<typeof IndexProgress>;
