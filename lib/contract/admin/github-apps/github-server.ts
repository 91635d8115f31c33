import { z } from "zod";
import { openEnum } from "../../open-enum";

export const githubHost = z
  .string()
  .max(260)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$/, "must be a lowercase host name such as github.com");

/** An installation of a GitHub App in an account. */
export const GitHubInstallation = z.looseObject({
  id: z.number(),
  account: z.string(),
  repositories: openEnum(["all", "selected"]),
  suspended: z.boolean(),
  /** Permissions that Slipway uses and the installation doesn't have, such as `Checks: write`. */
  missing: z.array(z.string()),
  /** Where it is changed on GitHub. */
  url: z.string(),
});

/** A GitHub server that agents can use. */
export const GitHubServer = z.looseObject({
  host: z.string(),
  /** A token in `GITHUB_TOKENS`. */
  hasToken: z.boolean(),
  app: z
    .looseObject({
      id: z.number(),
      name: z.string(),
      slug: z.string(),
      owner: z.string(),
      /** Where it is installed. */
      installUrl: z.string(),
      /** Whether GitHub sends webhooks to this service. */
      webhooks: z.boolean(),
      /** When the last webhook was received. */
      receivedAt: z.string().optional(),
    })
    .optional(),
  installations: z.array(GitHubInstallation),
  /** Why the installations couldn't be read. */
  problem: z.string().optional(),
});
export type GitHubServer = z.infer<typeof GitHubServer>;
