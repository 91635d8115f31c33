import { defineOperation } from "../../define-operation";
import { AutomationBody, SavedAutomation } from "./automation";

export const addAutomation = defineOperation({
  id: "addAutomation",
  summary: "Add an automation, which launches agents on a schedule, for a webhook or for pull request events",
  method: "POST",
  path: "/dashboard/automations",
  body: AutomationBody,
  response: SavedAutomation,
  success: 201,
});
