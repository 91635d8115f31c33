import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { LaunchTemplate } from "./launch-template";

export const listLaunchTemplates = defineOperation({
  id: "listLaunchTemplates",
  summary: "List your launch templates and the shared ones",
  method: "GET",
  path: "/dashboard/launch-templates",
  response: z.object({ templates: z.array(LaunchTemplate) }),
});
