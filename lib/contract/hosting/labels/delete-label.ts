import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { LabelPath } from "../label";

export const deleteLabel = defineOperation({
  id: "deleteLabel",
  summary: "Delete a label and remove it from every pull request",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/labels/{labelName}",
  pathParams: LabelPath,
  response: z.undefined(),
  success: 204,
  scopes: ["repository:labels:write"],
});
