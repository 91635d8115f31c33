import { z } from "zod";
import { openEnum } from "../open-enum";

/** A pool of self-hosted workers (specification, section 2 Pool). */
export const Pool = z.looseObject({
  scope: openEnum(["user", "team"]),
  ownerId: z.number().int(),
  poolName: z.string(),
  connectedWorkerCount: z.number().int(),
  inUseWorkerCount: z.number().int(),
  firstSeenAtMs: z.number().int(),
  lastSeenAtMs: z.number().int(),
  isStale: z.boolean(),
  repoOwner: z.string().optional(),
  repoName: z.string().optional(),
  repoUrl: z.string().optional(),
  workerReadyTimeoutSeconds: z.number().int(),
});
export type Pool = z.infer<typeof Pool>;

export const PoolScope = z.enum(["user", "team"], "must be user or team");

const shortText = z.string("is required").min(1, "must not be empty").max(200, "must be at most 200 characters");

export const PoolName = shortText;
export const RepoPart = shortText;

/** Returns the missing one of two parameters that must be set together. */
export function missingHalf(
  fields: Readonly<Record<string, unknown>>,
  [owner, name]: readonly [string, string],
): string | undefined {
  if ((fields[owner] === undefined) === (fields[name] === undefined)) return undefined;
  return fields[owner] === undefined ? owner : name;
}
