import { getRateLimit } from "@/lib/contract/hosting/get-rate-limit";
import { implement } from "../../core/http/implement";

export const getRateLimitOperation = implement(getRateLimit, async ({ principal }, service) => {
  const core = { ...service.points.read(principal) };
  return { resources: { core }, rate: core };
});
