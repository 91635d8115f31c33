import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { GitHubServer } from "./github-server";

export const finishGitHubApp = defineOperation({
  id: "finishGitHubApp",
  summary: "Finish creating a GitHub App with the code from the redirect, and store its credentials",
  method: "POST",
  path: "/admin/v1/github-apps/finish",
  body: z.strictObject({
    state: z.string().min(1).max(200),
    code: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, "must be the code from the redirect"),
  }),
  response: GitHubServer,
});
