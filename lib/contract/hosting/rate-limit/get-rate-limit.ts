import { z } from "zod";
import { defineOperation } from "../../define-operation";

/** Rate limit points in the current window. `reset` is in Unix seconds. */
export const RateLimitResource = z.looseObject({
  limit: z.number().int(),
  remaining: z.number().int(),
  reset: z.number().int(),
  used: z.number().int(),
});

export const getRateLimit = defineOperation({
  id: "getRateLimit",
  summary: "Get the caller's rate limit; this call is free",
  method: "GET",
  path: "/v1/repohost/rate_limit",
  response: z.looseObject({ resources: z.looseObject({ core: RateLimitResource }), rate: RateLimitResource }),
  credentials: ["user", "serviceAccount", "app", "installation", "installationUser"],
  points: 0,
});
