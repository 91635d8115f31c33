import { defineOperation } from "../../define-operation";
import { SeenVersion, ViewedFilesPath } from "./viewed-files";

export const markVersionSeen = defineOperation({
  id: "markVersionSeen",
  summary: "Mark a version of a pull request as seen",
  method: "POST",
  path: "/dashboard/seen-versions/{pullId}",
  pathParams: ViewedFilesPath,
  body: SeenVersion,
  response: SeenVersion,
  // Every user has seen versions, and they change nothing else.
  role: "viewer",
  audited: false,
});
