import { z } from "zod";
import { openEnum } from "../open-enum";
import { Git } from "./run";

export const agentId = z
  .string()
  .regex(/^bc-[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, "must have the form bc-<uuid>");

export const AgentStatus = openEnum(["ACTIVE", "IDLE", "ARCHIVED"]);
export const EnvType = openEnum(["cloud", "pool", "machine"]);

export const AgentEnv = z.looseObject({ type: EnvType, name: z.string().optional() });

export const AgentRepo = z.looseObject({
  url: z.string(),
  startingRef: z.string().optional(),
  prUrl: z.string().optional(),
});

/** An agent in the list response (specification, section 2 Agent). */
export const AgentListEntry = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: AgentStatus,
  env: AgentEnv,
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  latestRunId: z.string(),
});
export type AgentListEntry = z.infer<typeof AgentListEntry>;

export const ViewerAccess = z.enum(["read", "manage", "own"]);
export type ViewerAccess = z.infer<typeof ViewerAccess>;

export const Agent = AgentListEntry.extend({
  repos: z.array(AgentRepo),
  workOnCurrentBranch: z.boolean(),
  autoCreatePR: z.boolean(),
  /** Ids of the repositories on this service that its runs use, dependencies of its environment included. Not in the specification. */
  repositoryIds: z.array(z.string()).optional(),
  git: Git.optional(),
  /** What the caller can do besides reading it: stop and archive it, or also prompt and delete it. Not in the specification. */
  viewerAccess: ViewerAccess.optional(),
});
export type Agent = z.infer<typeof Agent>;

/** Path parameters of every operation on one agent. Any text is accepted: an unknown id is a 404, not a 400. */
export const AgentPath = z.object({ id: z.string() });

export const IdResponse = z.looseObject({ id: z.string() });
