import { z } from "zod";
import { defineOperation } from "../../operation";
import { AutomationPath } from "./automation";

export const runAutomation = defineOperation({
  id: "runAutomation",
  summary: "Run an automation now, with the last webhook or pull request event",
  method: "POST",
  path: "/dashboard/automations/{id}/run",
  pathParams: AutomationPath,
  query: z.object({}),
  response: z.object({ number: z.number() }),
  success: 202,
  family: "dashboard",
});
