import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Label } from "../label";
import { RepohostPageQuery } from "../pagination";
import { RepoPath } from "../repo";

export const listLabels = defineOperation({
  id: "listLabels",
  summary: "List the labels of a repository, sorted by name",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/labels",
  pathParams: RepoPath,
  query: RepohostPageQuery,
  response: z.looseObject({ labels: z.array(Label), nextPageToken: z.string() }),
  scopes: ["repository:labels:read"],
});
