import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PoolName } from "../../pools/pool";

export const createRegistrationToken = defineOperation({
  id: "createRegistrationToken",
  summary: "Create a one-hour registration token for workers of a pool; the token is returned once",
  method: "POST",
  path: "/dashboard/registration-tokens",
  body: z.strictObject({
    pool: PoolName,
    /** Whose agents the workers run: the team's, or only the caller's. */
    owner: z.enum(["team", "user"]),
  }),
  response: z.object({
    token: z.string(),
    /** The API key that deletes the token. Its workers are listed with it as `registrationKeyId`. */
    keyId: z.string(),
    expiresAt: z.string(),
  }),
  success: 201,
  role: "admin",
  sessionOnly: true,
});
