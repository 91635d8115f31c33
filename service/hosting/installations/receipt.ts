import { SignJWT } from "jose";
import type { Context } from "../../core/context";
import { issuerOf } from "../signing/serve-keys";
import { signingKey } from "../signing/service-keys";
import type { FoundInstallation } from "./installation-row";

export const receiptLifetimeSeconds = 300;
const type = "repohost-installation-receipt+jwt";

/** The user who installed the app, as shown in a receipt (without handle). */
export interface Installer {
  id: string;
  email: string;
  displayName?: string;
}

/** A signed receipt that the app was installed, valid for five minutes. It doesn't grant access. */
export async function installationReceipt(
  context: Pick<Context, "db" | "clock" | "cipher" | "ids" | "settings">,
  { installation, namespace }: Pick<FoundInstallation, "installation" | "namespace">,
  details: { installer?: Installer | undefined; state?: string | undefined },
): Promise<string> {
  const key = await signingKey(context);
  const iat = Math.floor(context.clock.now() / 1000);
  const claims = {
    iss: issuerOf(context),
    aud: installation.appId,
    sub: installation.id,
    namespace_id: namespace.id,
    iat,
    exp: iat + receiptLifetimeSeconds,
    jti: context.ids.uuid(),
    ...(details.installer ? { installedBy: details.installer } : {}),
    ...(details.state ? { state: details.state } : {}),
  };
  return new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", kid: key.kid, typ: type }).sign(key.privateKey);
}
