import { z } from "zod";
import { defineOperation } from "../define-operation";
import { GitHubConnection } from "./github-connection";

/** An extension of the specification. */
export const listGitHubConnections = defineOperation({
  id: "listGitHubConnections",
  summary: "List your accounts on GitHub servers, and the servers you can connect to",
  method: "GET",
  path: "/v1/github-connections",
  response: z.looseObject({
    items: z.array(GitHubConnection),
    /** Servers with a GitHub App. */
    hosts: z.array(z.string()),
  }),
  credentials: ["user", "serviceAccount"],
});
