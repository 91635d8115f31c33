import { z } from "zod";
import { PoolName } from "../pools/pool";
import { AccountPath } from "./account";

export const TeamUser = z.looseObject({
  id: z.string(),
  email: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  /** Set when the profile is public. */
  handle: z.string().optional(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  /** Default model of their agents; absent: the team's. */
  defaultModel: z.string().optional(),
});
export type TeamUser = z.infer<typeof TeamUser>;

export const TeamUserPath = AccountPath.extend({
  email: z
    .string()
    .max(254, "must be at most 254 characters")
    .regex(/^[^\s@]+@[^\s@]+$/, "must be an email address"),
});

const keyName = z.string("is required").trim().min(1, "must not be empty").max(200, "must be at most 200 characters");

const moment = z.iso.datetime({ offset: true, error: "must be an RFC 3339 timestamp" });

export const NewKeyBody = z.strictObject({
  name: keyName,
  /** When the key expires. Omit for a key that doesn't expire. */
  expiresAt: moment.optional(),
  /** Creates a registration token instead: for one hour, it can register workers of the pool, and nothing else. */
  registration: z.strictObject({ pool: PoolName }).optional(),
});

/** A new key; `key` is returned only once. */
export const NewKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  /** Until when a registration token can register workers. */
  registersUntil: z.string().optional(),
});

export const ServiceAccount = z.looseObject({ id: z.string(), name: z.string(), createdAt: z.string() });

export const Group = z.looseObject({ id: z.string(), slug: z.string(), members: z.array(z.string()) });
