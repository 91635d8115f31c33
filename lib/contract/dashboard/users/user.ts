import { z } from "zod";
import { roles } from "../../operation";

/** A dashboard user. Timestamps are ISO 8601 UTC. */
export const DashboardUser = z.object({
  id: z.string(),
  email: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  createdAt: z.string(),
  disabledAt: z.string().optional(),
  lastSignInAt: z.string().optional(),
});
export type DashboardUser = z.infer<typeof DashboardUser>;
