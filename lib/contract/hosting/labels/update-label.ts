import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Label, LabelPath, labelColor, labelDescription, labelName } from "../label";

export const updateLabel = defineOperation({
  id: "updateLabel",
  summary: "Update a label's name, color or description",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/labels/{labelName}",
  pathParams: LabelPath,
  body: z.looseObject({
    name: labelName.optional(),
    color: labelColor.optional(),
    description: labelDescription.optional(),
  }),
  response: Label,
  scopes: ["repository:labels:write"],
  conflicts: true,
});
