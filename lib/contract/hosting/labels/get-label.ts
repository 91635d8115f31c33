import { defineOperation } from "../../define-operation";
import { Label, LabelPath } from "../label";

export const getLabel = defineOperation({
  id: "getLabel",
  summary: "Get a label",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/labels/{labelName}",
  pathParams: LabelPath,
  response: Label,
  scopes: ["repository:labels:read"],
});
