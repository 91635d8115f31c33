import { z } from "zod";
import { defineOperation } from "../define-operation";

/** An extension of the specification. */
export const startGitHubConnection = defineOperation({
  id: "startGitHubConnection",
  summary: "Start connecting your account on a GitHub server that has a GitHub App",
  method: "POST",
  path: "/v1/github-connections",
  body: z.strictObject({
    host: z.string().max(260),
    /** Where GitHub sends the user back to. */
    redirectUrl: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).max(2_048),
  }),
  response: z.looseObject({ authorizationUrl: z.string(), state: z.string(), expiresAt: z.string() }),
  success: 201,
  credentials: ["user", "serviceAccount"],
  masked: false,
});
