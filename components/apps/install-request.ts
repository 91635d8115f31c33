import type { App } from "@/lib/contract/hosting/app";
import { isInstallable, withReads } from "@/lib/contract/hosting/scope";

/** What a publisher sent the admin with, out of the address. */
export interface InstallRequest {
  appId: string;
  scope: string;
  redirectUri: string;
  state: string;
  summary: string;
  /** Asks to keep what was granted before and to add to it. */
  includeGranted: boolean;
}

export interface InstallConsent {
  scopes: string[];
  redirectUri: string | undefined;
}

/** What is asked for, or why nobody can agree to it. */
export function parseInstallRequest(request: InstallRequest, app: App): InstallConsent | { problem: string } {
  const named = request.scope.split(/[\s+]+/).filter(Boolean);
  const unknown = named.find((scope) => !isInstallable(scope));
  if (unknown !== undefined) return { problem: `${unknown} is no scope an app can be given.` };
  const { redirectUri } = request;
  if (redirectUri !== "" && !app.installationRedirectUris.includes(redirectUri)) {
    return { problem: "The app did not register the address it wants you sent back to." };
  }
  const scopes = withReads([
    ...(named.length > 0 ? named : app.defaultScopes.filter(isInstallable)),
    "repository:metadata:read",
  ]);
  return { scopes, redirectUri: redirectUri || undefined };
}
