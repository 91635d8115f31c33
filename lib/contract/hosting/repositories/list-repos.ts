import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { OwnerPath, Repo } from "../repo";

export const listRepos = defineOperation({
  id: "listRepos",
  summary: "List the repositories of an owner",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}",
  pathParams: OwnerPath,
  query: RepohostPageQuery.extend({ filter: z.string().optional() }),
  response: z.looseObject({ repositories: z.array(Repo), nextPageToken: z.string() }),
  // An app's installation can't be granted this scope; the one of the embedded service's dashboard app is.
  credentials: ["user", "serviceAccount", "installationUser"],
  scopes: ["namespace:repositories:read"],
});
