import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AutomationPath } from "./automation";

export const runAutomation = defineOperation({
  id: "runAutomation",
  summary: "Run an automation now, with the last webhook or pull request event",
  method: "POST",
  path: "/dashboard/automations/{id}/run",
  pathParams: AutomationPath,
  response: z.object({ number: z.number() }),
  success: 202,
});
