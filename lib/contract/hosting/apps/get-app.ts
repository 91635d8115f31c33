import { defineOperation } from "../../define-operation";
import { App, AppPath } from "./app";

export const getApp = defineOperation({
  id: "getApp",
  summary: "Get an app owned by one of your namespaces",
  method: "GET",
  path: "/v1/repohost/apps/{appId}",
  pathParams: AppPath,
  response: App,
  credentials: ["user"],
  scopes: ["namespace:apps:read"],
});
