import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { githubHost } from "./github-server";

export const startGitHubApp = defineOperation({
  id: "startGitHubApp",
  summary: "Start creating a GitHub App from a manifest",
  method: "POST",
  path: "/admin/v1/github-apps",
  body: z.strictObject({
    host: githubHost,
    /** Default: the account of the user who creates it. */
    organization: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,100}$/, "must be the name of an organization")
      .optional(),
    /** Where GitHub sends the user back to, with `code` and `state`. */
    redirectUrl: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).max(2_048),
  }),
  /** The browser posts `manifest` to `action`. */
  response: z.looseObject({ action: z.string(), manifest: z.string(), state: z.string(), expiresAt: z.string() }),
  success: 201,
});
