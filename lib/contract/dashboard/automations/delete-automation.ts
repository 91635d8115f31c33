import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AutomationPath } from "./automation";

export const deleteAutomation = defineOperation({
  id: "deleteAutomation",
  summary: "Delete an automation and its history; its agents are kept",
  method: "DELETE",
  path: "/dashboard/automations/{id}",
  pathParams: AutomationPath,
  response: z.object({ id: z.string() }),
});
