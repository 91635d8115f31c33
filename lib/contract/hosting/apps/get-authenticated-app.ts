import { defineOperation } from "../../define-operation";
import { App } from "./app";

export const getAuthenticatedApp = defineOperation({
  id: "getAuthenticatedApp",
  summary: "Get the calling app",
  method: "GET",
  path: "/v1/repohost/app",
  response: App,
  credentials: ["app"],
  scopes: ["app:metadata:read"],
  ambient: true,
});
