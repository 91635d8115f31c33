import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { AppDelivery, AppDeliveryAttempt, AppDeliveryPath } from "./app-delivery";

export const getAppDelivery = defineOperation({
  id: "getAppDelivery",
  summary: "Get a webhook delivery and its attempts, newest first",
  method: "GET",
  path: "/admin/v1/apps/{appId}/webhook-deliveries/{deliveryId}",
  pathParams: AppDeliveryPath,
  response: z.looseObject({
    delivery: AppDelivery,
    /** The exact body of every attempt. */
    requestBody: z.string(),
    attempts: z.array(AppDeliveryAttempt),
  }),
});
