import { z } from "zod";
import { defineOperation } from "../../operation";
import { Label, labelColor, labelDescription, labelName } from "../label";
import { RepoPath } from "../repo";

export const createLabel = defineOperation({
  id: "createLabel",
  summary: "Create a label",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/labels",
  pathParams: RepoPath,
  query: z.looseObject({}),
  body: z.looseObject({ name: labelName, color: labelColor, description: labelDescription.optional() }),
  response: Label,
  family: "repohost",
  scopes: ["repository:labels:write"],
  conflicts: true,
  points: 5,
});
