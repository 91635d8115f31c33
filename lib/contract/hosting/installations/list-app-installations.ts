import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppInstallation } from "../installation";
import { RepohostPageQuery } from "../pagination";

export const listAppInstallations = defineOperation({
  id: "listAppInstallations",
  summary: "List the installations of the calling app",
  method: "GET",
  path: "/v1/repohost/app/installations",
  query: RepohostPageQuery,
  response: z.looseObject({ installations: z.array(AppInstallation), nextPageToken: z.string() }),
  credentials: ["app"],
  scopes: ["app:metadata:read"],
  ambient: true,
});
