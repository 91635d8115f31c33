import { z } from "zod";
import { defineOperation } from "../../operation";
import { Label, LabelPath, labelColor, labelDescription, labelName } from "../label";

export const updateLabel = defineOperation({
  id: "updateLabel",
  summary: "Update a label's name, color or description",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/labels/{labelName}",
  pathParams: LabelPath,
  query: z.looseObject({}),
  body: z.looseObject({
    name: labelName.optional(),
    color: labelColor.optional(),
    description: labelDescription.optional(),
  }),
  response: Label,
  family: "repohost",
  scopes: ["repository:labels:write"],
  conflicts: true,
  points: 5,
});
