import { z } from "zod";
import { openEnum } from "../../open-enum";
import { defineOperation } from "../../operation";
import { RepohostPageQuery } from "../pagination";
import { Repo } from "../repo";

export const listAppInstallationRepositories = defineOperation({
  id: "listAppInstallationRepositories",
  summary: "List the repositories an installation token can access",
  method: "GET",
  path: "/v1/repohost/installation/repos",
  pathParams: z.object({}),
  /** `filter`: part of a repository name or owner, or `owner/repo`. */
  query: RepohostPageQuery.extend({ filter: z.string().optional() }),
  response: z.looseObject({
    repositories: z.array(Repo),
    repoSelectionMode: openEnum(["all", "selected"]),
    nextPageToken: z.string(),
  }),
  family: "repohost",
  credentials: ["installation"],
  scopes: ["installation:metadata:read"],
  ambient: true,
});
