import { defineOperation } from "../../define-operation";
import { AutomationBody, AutomationPath, SavedAutomation } from "./automation";

/** The user who saves an automation becomes its owner, because it acts with the owner's permissions. */
export const updateAutomation = defineOperation({
  id: "updateAutomation",
  summary: "Change an automation; you become its owner",
  method: "PUT",
  path: "/dashboard/automations/{id}",
  pathParams: AutomationPath,
  body: AutomationBody,
  response: SavedAutomation,
});
