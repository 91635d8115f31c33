import { z } from "zod";
import { defineOperation } from "../../operation";
import { Automation, AutomationPath } from "./automation";

export const getAutomation = defineOperation({
  id: "getAutomation",
  summary: "Get an automation",
  method: "GET",
  path: "/dashboard/automations/{id}",
  pathParams: AutomationPath,
  query: z.object({}),
  response: Automation,
  family: "dashboard",
});
