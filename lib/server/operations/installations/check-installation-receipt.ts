import { checkInstallationReceipt } from "@/lib/contract/dashboard/check-installation-receipt";
import { dashboardService } from "@/lib/server/gateway/dashboard-service";
import { dashboardSettings } from "@/lib/server/gateway/dashboard-settings";
import { answerWith, OwnRefusal } from "@/lib/server/gateway/own-operation";
import { problemOfReceipt } from "@/lib/server/gateway/signing/installation-receipt";
import { serviceSigningKeys } from "@/lib/server/gateway/signing/service-signing-keys";
import { SigningKeysUnavailable } from "@/lib/server/gateway/signing/signing-keys";

export const checkInstallationReceiptOperation = answerWith(checkInstallationReceipt, async ({ params, body }) => {
  const { serviceUrl, servicePublicUrl, repohostPrefix } = dashboardSettings();
  const expected = {
    issuer: `${serviceUrl ?? servicePublicUrl}${repohostPrefix}`,
    appId: body.appId,
    installationId: params.installationId,
    state: body.state,
  };
  const now = dashboardService().clock.now();
  const problem = await problemOfReceipt(serviceSigningKeys(), body.receipt, expected, now).catch((error: unknown) => {
    if (!(error instanceof SigningKeysUnavailable)) throw error;
    throw new OwnRefusal({ status: 503, code: "signing_keys_unavailable", message: error.message });
  });
  if (problem) {
    const message = `The receipt of the installation is not good. ${problem}`;
    throw new OwnRefusal({ status: 400, code: "invalid_receipt", message, field: "receipt" });
  }
  return { installationId: params.installationId };
});
