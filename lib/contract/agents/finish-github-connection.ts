import { z } from "zod";
import { defineOperation } from "../define-operation";
import { GitHubConnection } from "./github-connection";

/** An extension of the specification. */
export const finishGitHubConnection = defineOperation({
  id: "finishGitHubConnection",
  summary: "Finish connecting your account on a GitHub server with the redirect's parameters",
  method: "POST",
  path: "/v1/github-connections/finish",
  body: z.strictObject({
    state: z.string().min(1).max(200),
    /** The query of the redirect: `code` or `error`. */
    response: z.record(z.string().max(100), z.string().max(8_192)),
  }),
  response: GitHubConnection,
  credentials: ["user", "serviceAccount"],
});
