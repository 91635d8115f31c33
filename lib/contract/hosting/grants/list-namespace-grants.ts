import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { OwnerPath } from "../repo";
import { NamespaceGrant } from "./grant";

export const listNamespaceGrants = defineOperation({
  id: "listNamespaceGrants",
  summary: "List the grants on all repositories of an owner",
  method: "GET",
  path: "/v1/repohost/owners/{ownerSlug}/grants",
  pathParams: OwnerPath,
  query: RepohostPageQuery,
  response: z.looseObject({ grants: z.array(NamespaceGrant), nextPageToken: z.string() }),
  scopes: ["namespace:settings:read"],
});
