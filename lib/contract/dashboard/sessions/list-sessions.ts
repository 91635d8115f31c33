import { z } from "zod";
import { defineOperation } from "../../define-operation";

/** A signed-in browser of the current user. Timestamps are ISO 8601 UTC. */
export const DashboardSession = z.object({
  id: z.string(),
  /** `link`, or the identity provider. */
  method: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** True for the current browser. */
  current: z.boolean(),
});
export type DashboardSession = z.infer<typeof DashboardSession>;

export const listSessions = defineOperation({
  id: "listSessions",
  summary: "List your sessions",
  method: "GET",
  path: "/dashboard/sessions",
  response: z.object({ sessions: z.array(DashboardSession) }),
});
