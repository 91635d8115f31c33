import { z } from "zod";
import { defineOperation } from "../../operation";
import { AutomationBody, SavedAutomation } from "./automation";

export const addAutomation = defineOperation({
  id: "addAutomation",
  summary: "Add an automation, which launches agents on a schedule, for a webhook or for pull request events",
  method: "POST",
  path: "/dashboard/automations",
  pathParams: z.object({}),
  query: z.object({}),
  body: AutomationBody,
  response: SavedAutomation,
  success: 201,
  family: "dashboard",
});
