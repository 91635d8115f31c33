import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";
import { GitHubServer } from "./github-server";

export const listGitHubServers = defineOperation({
  id: "listGitHubServers",
  summary: "List the GitHub servers with their app and its installations",
  method: "GET",
  path: "/admin/v1/github-servers",
  pathParams: z.object({}),
  query: NoQuery,
  response: z.looseObject({ items: z.array(GitHubServer) }),
  family: "admin",
  role: "admin",
});
