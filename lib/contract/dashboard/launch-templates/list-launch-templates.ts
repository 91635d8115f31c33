import { z } from "zod";
import { defineOperation } from "../../operation";
import { LaunchTemplate } from "./launch-template";

export const listLaunchTemplates = defineOperation({
  id: "listLaunchTemplates",
  summary: "List your launch templates and the shared ones",
  method: "GET",
  path: "/dashboard/launch-templates",
  pathParams: z.object({}),
  query: z.object({}),
  response: z.object({ templates: z.array(LaunchTemplate) }),
  family: "dashboard",
});
