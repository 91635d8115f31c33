import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { GitHubServer } from "./github-server";

export const listGitHubServers = defineOperation({
  id: "listGitHubServers",
  summary: "List the GitHub servers with their app and its installations",
  method: "GET",
  path: "/admin/v1/github-servers",
  response: z.looseObject({ items: z.array(GitHubServer) }),
});
