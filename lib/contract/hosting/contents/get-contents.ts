import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { Content } from "./content";

export const getContents = defineOperation({
  id: "getContents",
  summary: "Get a file or a folder at a revision",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/contents",
  pathParams: RepoPath,
  query: z.looseObject({ path: z.string().optional(), ref: z.string().optional() }),
  response: Content,
  scopes: ["repository:contents:read"],
});
