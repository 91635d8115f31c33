import { defineOperation } from "../../define-operation";
import { Automation, AutomationPath } from "./automation";

export const getAutomation = defineOperation({
  id: "getAutomation",
  summary: "Get an automation",
  method: "GET",
  path: "/dashboard/automations/{id}",
  pathParams: AutomationPath,
  response: Automation,
});
