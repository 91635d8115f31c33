import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import { implement } from "../../core/http/implement";
import type { WithPoints } from "../../core/http/points";

export const getRateLimitOperation = implement(getRateLimit, async ({ principal }, context: WithPoints) => {
  const core = { ...(await context.points.read(principal)) };
  return { resources: { core }, rate: core };
});
