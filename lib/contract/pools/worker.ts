import { z } from "zod";

/** A connected worker (specification, section 2 Worker). */
export const Worker = z.looseObject({
  workerId: z.string(),
  isInUse: z.boolean(),
  /** Empty for any-repo workers, like `repoName`. */
  repoOwner: z.string(),
  repoName: z.string(),
  repoUrl: z.string().optional(),
  workspaceRootPath: z.string(),
  connectedAtMs: z.number().int(),
  /** 0 when it authenticated with a service-account key. */
  userId: z.number().int(),
  teamId: z.number().int().optional(),
  serviceAccountId: z.string().optional(),
  /** The id of the registration token it connected with; an extension of the specification. */
  registrationKeyId: z.string().optional(),
  /** The agent running on it. */
  activeBcId: z.string().optional(),
  name: z.string().optional(),
  /** The pool it joined; an extension of the specification. */
  poolName: z.string().optional(),
});
export type Worker = z.infer<typeof Worker>;

/** Which workers or pools to list: the team's, or its members' personal ones. */
export const ListScope = z
  .enum(["all", "team_pool", "personal"], "must be all, team_pool or personal")
  .optional()
  .transform((value) => value ?? "all");
