import { defineOperation } from "../../define-operation";
import { AutomationPath, SavedAutomation } from "./automation";

export const rotateAutomationSecret = defineOperation({
  id: "rotateAutomationSecret",
  summary: "Replace the secret of an automation's webhook",
  method: "POST",
  path: "/dashboard/automations/{id}/secret",
  pathParams: AutomationPath,
  response: SavedAutomation,
  sessionOnly: true,
});
