import { z } from "zod";

const switches = {
  /** Off: every agent API call fails with 403 `plan_required`. */
  apiEnabled: z.boolean(),
  /** Off: session variables are silently ignored. */
  envVarsEnabled: z.boolean(),
  /** Off: the usage operation fails with 403 `feature_unavailable`. */
  usageEnabled: z.boolean(),
  /** Off: new agents and runs fail with 400 `usage_limit_exceeded`. */
  spendLeft: z.boolean(),
  /** Off: agents with repositories fail with 409 `integration_not_connected`. */
  repositoryAccess: z.boolean(),
  /** Off: run streams end with an `error` event `stream_unavailable`. */
  streamAvailable: z.boolean(),
};

/** Account features of a team, all enabled by default. */
export const AccountSwitches = z.object(switches);
export type AccountSwitches = z.output<typeof AccountSwitches>;

const defaultModel = z.string().min(1, "must not be empty").nullable();

export const Account = z.looseObject({ teamId: z.number().int(), ...switches, defaultModel });
export type Account = z.output<typeof Account>;

export const UpdateAccountBody = z.strictObject({ ...switches, defaultModel }).partial();

export const AccountPath = z.object({ teamId: z.string() });
