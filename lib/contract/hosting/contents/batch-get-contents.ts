import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { Content } from "./content";

export const batchGetContents = defineOperation({
  id: "batchGetContents",
  summary: "Get several files and folders at one revision",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/contents:batchGet",
  pathParams: RepoPath,
  body: z.object({
    paths: z
      .array(z.string(), "is required")
      .min(1, "must contain at least one path")
      .refine((paths) => new Set(paths).size <= 20, "must contain at most 20 paths"),
    ref: z.string().optional(),
  }),
  response: z.looseObject({
    results: z.array(z.looseObject({ path: z.string(), found: z.boolean(), content: Content.optional() })),
    resolvedCommitSha: z.string(),
  }),
  role: "viewer",
  audited: false,
  scopes: ["repository:contents:read"],
  points: 1,
});
