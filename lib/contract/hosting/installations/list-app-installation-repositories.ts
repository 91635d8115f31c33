import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { RepohostPageQuery } from "../pagination";
import { Repo } from "../repo";

export const listAppInstallationRepositories = defineOperation({
  id: "listAppInstallationRepositories",
  summary: "List the repositories an installation token can access",
  method: "GET",
  path: "/v1/repohost/installation/repos",
  /** `filter`: part of a repository name or owner, or `owner/repo`. */
  query: RepohostPageQuery.extend({ filter: z.string().optional() }),
  response: z.looseObject({
    repositories: z.array(Repo),
    repoSelectionMode: openEnum(["all", "selected"]),
    nextPageToken: z.string(),
  }),
  credentials: ["installation"],
  scopes: ["installation:metadata:read"],
  ambient: true,
});
