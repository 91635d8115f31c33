import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { RepoPath } from "../repo";

export const getBlob = defineOperation({
  id: "getBlob",
  summary: "Get a blob",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/blobs/{sha}",
  pathParams: RepoPath.extend({ sha: z.string() }),
  response: z.looseObject({
    sha: z.string(),
    /** Decoded bytes. */
    size: z.number().int(),
    encoding: openEnum(["base64"]),
    /** Lines of 60 characters. */
    content: z.string(),
  }),
  scopes: ["repository:contents:read"],
  raw: { accept: "application/vnd.repohost.raw", type: "application/octet-stream" },
  conflicts: true,
});
