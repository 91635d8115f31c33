import { z } from "zod";
import { Repo } from "../../agents/create-agent";

/** A named cloud environment: agents that select it work on its repositories. */
export const HostedEnvironment = z.looseObject({
  name: z.string(),
  repos: z.array(z.looseObject({ url: z.string(), startingRef: z.string().optional() })),
  updatedAt: z.string(),
});
export type HostedEnvironment = z.output<typeof HostedEnvironment>;

export const PutHostedEnvironmentBody = z.strictObject({
  repos: z
    .array(Repo.omit({ prUrl: true }).strict())
    .min(1, "must contain at least one repository")
    .max(20, "must contain at most 20 repositories"),
});

export const HostedEnvironmentPath = z.object({
  teamId: z.string(),
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}$/,
      "must be 1 to 100 letters, digits, spaces, dots, dashes or underscores",
    ),
});
