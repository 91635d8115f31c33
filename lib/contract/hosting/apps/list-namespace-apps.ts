import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NamespacePath } from "../installation";
import { RepohostPageQuery } from "../pagination";

export const listNamespaceApps = defineOperation({
  id: "listNamespaceApps",
  summary: "List the apps a namespace owns, newest first",
  method: "GET",
  path: "/v1/repohost/namespaces/{namespaceSlug}/apps",
  pathParams: NamespacePath,
  query: RepohostPageQuery,
  response: z.looseObject({
    apps: z.array(z.looseObject({ id: z.string(), displayName: z.string(), description: z.string() })),
    nextPageToken: z.string(),
  }),
  credentials: ["user"],
  scopes: ["namespace:apps:read"],
});
