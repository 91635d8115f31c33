import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { defineOperation } from "../../operation";

export const getPosture = defineOperation({
  id: "getPosture",
  summary: "List security warnings about the service's sandbox, network exposure and settings",
  method: "GET",
  path: "/admin/v1/posture",
  pathParams: z.object({}),
  query: NoQuery,
  response: z.looseObject({
    warnings: z.array(
      z.looseObject({
        /** `sandbox`, `network` or `open setting`. */
        subject: z.string(),
        detail: z.string(),
      }),
    ),
  }),
  family: "admin",
  role: "admin",
});
