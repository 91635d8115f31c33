import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { AppPath } from "../../hosting/apps/app";
import { defineOperation } from "../../operation";

export const updateAppDelivery = defineOperation({
  id: "updateAppDelivery",
  summary: "Pause or resume an app's webhook deliveries",
  method: "PATCH",
  path: "/admin/v1/apps/{appId}/webhook-deliveries",
  pathParams: AppPath,
  query: NoQuery,
  body: z.strictObject({ paused: z.boolean("is required") }),
  response: z.looseObject({
    /** Absent when deliveries aren't paused. */
    pausedAt: z.string().optional(),
  }),
  family: "admin",
  role: "admin",
});
