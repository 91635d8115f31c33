import { generateKeyPairSync } from "node:crypto";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { createApp } from "@/lib/contract/hosting/apps/create-app";
import type { TestService } from "@/service/testing/test-service";

const redirectUri = "https://app.example.test/done";

/** Installs a new app in the demo namespace with the state `s1`, and returns the receipt. */
export async function installWithReceipt(
  test: TestService,
): Promise<{ appId: string; installationId: string; receipt: string }> {
  const params = { namespaceSlug: "demo" };
  const { publicKey } = generateKeyPairSync("ed25519");
  const spki = publicKey.export({ format: "pem", type: "spki" }).toString();
  const app = await test.call(createApp, {
    params,
    body: { displayName: "Builder", publicKey: spki, installationRedirectUris: [redirectUri] },
  });
  const made = await test.call(installApp, {
    key: test.keys.admin,
    params,
    body: { appId: app.id, redirectUri, state: "s1", installedBy: "admin@localhost" },
  });
  const receipt = new URL(made.redirectUrl ?? "").searchParams.get("installation_receipt") ?? "";
  return { appId: app.id, installationId: made.id, receipt };
}
