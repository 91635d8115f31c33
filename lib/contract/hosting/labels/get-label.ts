import { z } from "zod";
import { defineOperation } from "../../operation";
import { Label, LabelPath } from "../label";

export const getLabel = defineOperation({
  id: "getLabel",
  summary: "Get a label",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/labels/{labelName}",
  pathParams: LabelPath,
  query: z.looseObject({}),
  response: Label,
  family: "repohost",
  scopes: ["repository:labels:read"],
});
