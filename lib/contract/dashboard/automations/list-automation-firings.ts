import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AutomationFiring, AutomationPath } from "./automation";

export const listAutomationFirings = defineOperation({
  id: "listAutomationFirings",
  summary: "List an automation's triggers and their outcomes, newest first",
  method: "GET",
  path: "/dashboard/automations/{id}/firings",
  pathParams: AutomationPath,
  query: z.strictObject({
    /** The number after which the page starts. */
    cursor: z
      .string()
      .regex(/^[1-9][0-9]{0,8}$/, "isn't a valid cursor")
      .optional(),
  }),
  response: z.object({ items: z.array(AutomationFiring), nextCursor: z.string().optional() }),
});
