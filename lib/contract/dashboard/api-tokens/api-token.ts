import { z } from "zod";
import { roles } from "../../operation";

/** The longest lifetime of an API token. */
export const maxTokenDays = 365;

/** An API token of a user, without the token itself. Timestamps are ISO 8601 UTC. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The highest role that the token can have. If its user's role is lower, that one applies. */
  role: z.enum(roles),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Exact to a minute. */
  lastUsedAt: z.string().optional(),
  revokedAt: z.string().optional(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const UserApiToken = ApiToken.extend({ user: z.object({ id: z.string(), email: z.string() }) });
export type UserApiToken = z.infer<typeof UserApiToken>;
