import { z } from "zod";
import { defineOperation } from "../../operation";
import { App } from "./app";

export const getAuthenticatedApp = defineOperation({
  id: "getAuthenticatedApp",
  summary: "Get the calling app",
  method: "GET",
  path: "/v1/repohost/app",
  pathParams: z.object({}),
  query: z.looseObject({}),
  response: App,
  family: "repohost",
  credentials: ["app"],
  scopes: ["app:metadata:read"],
  ambient: true,
});
