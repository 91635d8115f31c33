import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { SeenVersion, ViewedFilesPath } from "./viewed-files";

export const listViewedFiles = defineOperation({
  id: "listViewedFiles",
  summary: "List the files of a pull request that you marked as viewed, and the versions that you have seen",
  method: "GET",
  path: "/dashboard/viewed-files/{pullId}",
  pathParams: ViewedFilesPath,
  response: z.object({
    marks: z.array(z.string()),
    /** By number. */
    seenVersions: z.array(SeenVersion),
  }),
});
