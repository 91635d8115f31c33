import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AutomationPath } from "./automation";

export const pauseAutomation = defineOperation({
  id: "pauseAutomation",
  summary: "Pause an automation and skip its waiting triggers, or resume it",
  method: "PUT",
  path: "/dashboard/automations/{id}/paused",
  pathParams: AutomationPath,
  body: z.strictObject({ paused: z.boolean("must be true or false") }),
  response: z.object({ id: z.string() }),
});
