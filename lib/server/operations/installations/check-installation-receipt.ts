import { checkInstallationReceipt } from "@/lib/contract/dashboard/installations/check-installation-receipt";
import { dashboardSettings } from "@/lib/server/dashboard-settings";
import { implementOperation, OperationError } from "@/lib/server/gateway/dashboard-operation";
import { dashboardService, serviceSigningKeys } from "@/lib/server/upstream/dashboard-service";
import { receiptProblem } from "@/lib/server/upstream/signing/installation-receipt";
import { SigningKeysUnavailable } from "@/lib/server/upstream/signing/signing-keys";

export const checkInstallationReceiptOperation = implementOperation(
  checkInstallationReceipt,
  async ({ params, body }) => {
    const { serviceUrl, servicePublicUrl, repohostPrefix } = dashboardSettings();
    const expected = {
      issuer: `${serviceUrl ?? servicePublicUrl}${repohostPrefix}`,
      appId: body.appId,
      installationId: params.installationId,
      state: body.state,
    };
    const now = dashboardService().clock.now();
    const problem = await receiptProblem(serviceSigningKeys(), body.receipt, expected, now).catch((error: unknown) => {
      if (!(error instanceof SigningKeysUnavailable)) throw error;
      throw new OperationError({ status: 503, code: "signing_keys_unavailable", message: error.message });
    });
    if (problem) {
      const message = `The installation receipt is invalid. ${problem}`;
      throw new OperationError({ status: 400, code: "invalid_receipt", message, field: "receipt" });
    }
    return { installationId: params.installationId };
  },
);
