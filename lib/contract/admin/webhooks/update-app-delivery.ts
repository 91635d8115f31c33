import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppPath } from "../../hosting/apps/app";

export const updateAppDelivery = defineOperation({
  id: "updateAppDelivery",
  summary: "Pause or resume an app's webhook deliveries",
  method: "PATCH",
  path: "/admin/v1/apps/{appId}/webhook-deliveries",
  pathParams: AppPath,
  body: z.strictObject({ paused: z.boolean("is required") }),
  response: z.looseObject({
    /** Absent when deliveries aren't paused. */
    pausedAt: z.string().optional(),
  }),
});
