import { z } from "zod";
import { AgentEnv } from "../agents/agent";
import { Branch } from "../agents/run";

/**
 * An agent in the dashboard's list. Absent fields are unknown: not fetched from the service yet, or not reported by it.
 */
export const AgentRow = z.object({
  id: z.string(),
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
      /** Commands and tools that failed; counted when the run's stream was recorded. */
      failedSteps: z.number().optional(),
    })
    .optional(),
  repos: z.array(z.looseObject({ url: z.string(), prUrl: z.string().optional() })).optional(),
  branches: z.array(Branch).optional(),
  /** Tokens of all its runs. */
  tokens: z.number().optional(),
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
  trouble: z.string().optional(),
});
export type IndexProgress = z.infer<typeof IndexProgress>;
