import { z } from "zod";
import { defineOperation } from "../../operation";
import { SeenVersion, ViewedFilesPath } from "./viewed-files";

export const markVersionSeen = defineOperation({
  id: "markVersionSeen",
  summary: "Mark a version of a pull request as seen",
  method: "POST",
  path: "/dashboard/seen-versions/{pullId}",
  pathParams: ViewedFilesPath,
  query: z.object({}),
  body: SeenVersion,
  response: SeenVersion,
  family: "dashboard",
  // Every user has seen versions, and they change nothing else.
  role: "viewer",
  audited: false,
});
