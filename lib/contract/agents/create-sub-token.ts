import { z } from "zod";
import { defineOperation } from "../define-operation";

export const CreateSubTokenBody = z
  .object({ forUserEmail: z.string().min(1).optional(), forUserId: z.number().int().optional() })
  .refine((body) => (body.forUserEmail === undefined) !== (body.forUserId === undefined), {
    path: ["forUserEmail"],
    message: "set exactly one of forUserEmail and forUserId",
  });

export const createSubToken = defineOperation({
  id: "createSubToken",
  summary: "Mint a one-hour user-scoped worker token",
  method: "POST",
  path: "/v1/sub-tokens",
  body: CreateSubTokenBody,
  response: z.looseObject({ accessToken: z.string(), expiresAt: z.string(), userId: z.number(), teamId: z.number() }),
  actsAs: "serviceAccountKey",
  role: "admin",
  masked: false,
  // A user credential is accepted here so it can be rejected with `service_account_required`.
  sessionOnly: true,
});
