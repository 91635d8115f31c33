import { z } from "zod";
import { defineOperation } from "../../define-operation";

export const checkInstallationReceipt = defineOperation({
  id: "checkInstallationReceipt",
  summary: "Verify an installation receipt against the service's published keys",
  method: "POST",
  path: "/dashboard/installations/{installationId}/receipt-check",
  pathParams: z.object({ installationId: z.string() }),
  body: z.strictObject({
    appId: z.string("is required"),
    receipt: z.string("is required").max(16_384),
    /** The publisher's state value, which the receipt must contain. */
    state: z.string().max(4096).optional(),
  }),
  response: z.object({ installationId: z.string() }),
  role: "admin",
  // Changes nothing; the installation itself is audited.
  audited: false,
});
