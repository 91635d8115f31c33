import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const getPosture = defineOperation({
  id: "getPosture",
  summary: "List security warnings about the service's sandbox, network exposure and settings",
  method: "GET",
  path: "/admin/v1/posture",
  response: z.looseObject({
    warnings: z.array(
      z.looseObject({
        /** `sandbox`, `network` or `open setting`. */
        subject: z.string(),
        detail: z.string(),
      }),
    ),
  }),
});
