import { installApp } from "@/lib/contract/admin/installations/install-app";
import { callPath } from "@/lib/contract/client-path";
import type { AppInstallation } from "@/lib/contract/hosting/installation";
import { listAppInstallations } from "@/lib/contract/hosting/installations/list-app-installations";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { type SigningApp, signAppJwt } from "./app-jwt";

/** The service, called by an app instead of a key. */
export function asApp(service: Service, app: SigningApp): Service {
  const authorization = async () => `Bearer ${await signAppJwt(app, service.clock.now())}`;
  return { ...service, credentials: { authorization } };
}

/** Finds an app's installation in a namespace. The slug is case-insensitive. */
export async function findInstallation(
  service: Service,
  app: SigningApp,
  namespaceSlug: string,
): Promise<AppInstallation | undefined> {
  let pageToken: string | undefined;
  do {
    const path = callPath(listAppInstallations, {}, { pageSize: "100", pageToken });
    const page = await callWith(asApp(service, app), listAppInstallations, { path });
    const found = page.installations.find(({ target }) => target.slug.toLowerCase() === namespaceSlug.toLowerCase());
    if (found) return found;
    pageToken = page.nextPageToken || undefined;
  } while (pageToken !== undefined);
  return undefined;
}

/** Installs an app with all its default scopes, using the admin key of the embedded service. */
export function installInto(service: Service, app: SigningApp, namespaceSlug: string): Promise<AppInstallation> {
  const path = callPath(installApp, { namespaceSlug });
  return callWith(service, installApp, { path, body: { appId: app.id } });
}
