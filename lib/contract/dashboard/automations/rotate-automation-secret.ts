import { z } from "zod";
import { defineOperation } from "../../operation";
import { AutomationPath, SavedAutomation } from "./automation";

export const rotateAutomationSecret = defineOperation({
  id: "rotateAutomationSecret",
  summary: "Replace the secret of an automation's webhook",
  method: "POST",
  path: "/dashboard/automations/{id}/secret",
  pathParams: AutomationPath,
  query: z.object({}),
  response: SavedAutomation,
  family: "dashboard",
  sessionOnly: true,
});
