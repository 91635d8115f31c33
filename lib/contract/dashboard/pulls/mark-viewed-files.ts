import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { maxMarksPerCall, ViewedFilesPath, viewedMark } from "./viewed-files";

export const markViewedFiles = defineOperation({
  id: "markViewedFiles",
  summary: "Mark files of a pull request as viewed or not viewed",
  method: "POST",
  path: "/dashboard/viewed-files/{pullId}",
  pathParams: ViewedFilesPath,
  bodyBytes: 4 * 1024 * 1024,
  body: z.strictObject({
    marks: z
      .array(viewedMark)
      .min(1, "must not be empty")
      .max(maxMarksPerCall, `must contain at most ${maxMarksPerCall} marks`),
    viewed: z.boolean(),
  }),
  response: z.object({ marks: z.number().int() }),
  // Every user has viewed files, and they change nothing else.
  role: "viewer",
  audited: false,
});
