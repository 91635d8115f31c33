import { z } from "zod";
import { openEnum } from "../open-enum";
import { isTerminal } from "./terminal";

export const RunStatus = openEnum(["CREATING", "RUNNING", "FINISHED", "ERROR", "CANCELLED", "EXPIRED"]);

export { isTerminal };

/** A branch the agent pushed. `repoUrl` has no scheme: `host/org/repo`. */
export const Branch = z.looseObject({
  repoUrl: z.string(),
  branch: z.string().optional(),
  prUrl: z.string().optional(),
  /** Why its pull request couldn't be opened; an extension of the specification. */
  prError: z.string().optional(),
});
export type Branch = z.infer<typeof Branch>;

export const Git = z.looseObject({ branches: z.array(Branch) });

export const RunFailure = z.looseObject({ message: z.string(), code: z.string().optional() });

export const Run = z.looseObject({
  id: z.string(),
  agentId: z.string(),
  status: RunStatus,
  createdAt: z.string(),
  updatedAt: z.string(),
  durationMs: z.number().int().nonnegative().optional(),
  result: z.string().optional(),
  git: Git.optional(),
  /** Why a run ended in ERROR; an extension of the specification. */
  error: RunFailure.optional(),
  /** The open question of an active run; an extension of the specification. */
  question: z.looseObject({ id: z.string(), askedAt: z.string() }).optional(),
});
export type Run = z.infer<typeof Run>;

export const RunPath = z.object({ id: z.string(), runId: z.string() });
