import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Automation } from "./automation";

export const listAutomations = defineOperation({
  id: "listAutomations",
  summary: "List automations by name",
  method: "GET",
  path: "/dashboard/automations",
  query: z.strictObject({
    cursor: z.string().max(200, "isn't a valid cursor").optional(),
  }),
  response: z.object({ items: z.array(Automation), nextCursor: z.string().optional() }),
});
