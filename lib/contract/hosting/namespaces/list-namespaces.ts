import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { Owner } from "../repo";

export const listNamespaces = defineOperation({
  id: "listNamespaces",
  summary: "List the namespaces whose repositories the caller can list",
  method: "GET",
  path: "/v1/repohost/namespaces",
  query: RepohostPageQuery,
  response: z.looseObject({
    namespaces: z.array(z.looseObject({ namespace: Owner, viewerCanCreateRepositories: z.boolean() })),
    nextPageToken: z.string(),
  }),
  credentials: ["user", "installationUser"],
});
