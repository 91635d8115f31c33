import { z } from "zod";
import { defineOperation } from "../define-operation";
import { missingHalf, PoolName, PoolScope, RepoPart } from "./pool";

const maxWindowSeconds = 2_147_483_647;

export const RegisterPoolBody = z
  .object({
    scope: PoolScope,
    poolName: PoolName,
    repoOwner: RepoPart.optional(),
    repoName: RepoPart.optional(),
    /** For display only. */
    repoUrl: z
      .url({ protocol: /^https?$/, error: "must be an http or https URL" })
      .refine((value) => !/^https?:\/\/[^/]*@/.test(value), "must not contain credentials")
      .optional(),
    /** Default: 0 for a new pool, unchanged for a registered one. */
    workerReadyTimeoutSeconds: z
      .number("must be a whole number")
      .int("must be a whole number")
      .min(0, "must not be negative")
      .max(maxWindowSeconds, `must be at most ${maxWindowSeconds}`)
      .optional(),
  })
  .superRefine((body, context) => {
    const missing = missingHalf(body, ["repoOwner", "repoName"]);
    if (missing) {
      context.addIssue({ code: "custom", path: [missing], message: "set both repoOwner and repoName, or neither" });
    } else if (body.repoUrl !== undefined && body.repoOwner === undefined) {
      context.addIssue({ code: "custom", path: ["repoUrl"], message: "requires repoOwner and repoName" });
    }
  });

export const registerPool = defineOperation({
  id: "registerPool",
  summary: "Register a durable pool without a worker",
  method: "POST",
  path: "/v0/private-workers/pools",
  body: RegisterPoolBody,
  response: z.looseObject({ registered: z.boolean() }),
  role: "admin",
});
