import { z } from "zod";
import { AgentEnv } from "../agents/agent";
import { Branch } from "../agents/run";

/**
 * One agent of the dashboard's list. What is absent is not known yet: it was never read from the service, or the service
 * does not tell it.
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
  run: z.object({ status: z.string(), updatedAt: z.string() }).optional(),
  repos: z.array(z.looseObject({ url: z.string(), prUrl: z.string().optional() })).optional(),
  branches: z.array(Branch).optional(),
  /** Tokens of all its runs. */
  tokens: z.number().optional(),
});
export type AgentRow = z.infer<typeof AgentRow>;

/** How far the dashboard's index is. */
export const IndexProgress = z.object({
  /** True when every page of the service's list was read at least once. */
  complete: z.boolean(),
  agents: z.number(),
  /** Agents whose repositories, branches and latest run are known as of their last change. */
  known: z.number(),
  polledAt: z.string().optional(),
  /** Why the service could not be read lately. */
  trouble: z.string().optional(),
});
export type IndexProgress = z.infer<typeof IndexProgress>;
