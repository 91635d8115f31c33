import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Label, labelColor, labelDescription, labelName } from "../label";
import { RepoPath } from "../repo";

export const createLabel = defineOperation({
  id: "createLabel",
  summary: "Create a label",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/labels",
  pathParams: RepoPath,
  body: z.looseObject({ name: labelName, color: labelColor, description: labelDescription.optional() }),
  response: Label,
  scopes: ["repository:labels:write"],
  conflicts: true,
});
