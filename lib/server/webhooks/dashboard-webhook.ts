import { callPath } from "@/lib/contract/client-path";
import { getApp } from "@/lib/contract/hosting/get-app";
import { listNamespaces } from "@/lib/contract/hosting/list-namespaces";
import { updateApp } from "@/lib/contract/hosting/update-app";
import { subscribableEvents } from "@/lib/contract/hosting/webhook-event";
import { receiverPath } from "@/lib/core/settings/webhook-receiver";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { SigningApp } from "@/lib/server/upstream/person-tokens/app-jwt";
import { findInstallation, installInto } from "@/lib/server/upstream/person-tokens/installations";
import type { DashboardApp } from "@/lib/server/upstream/person-tokens/dashboard-app";

interface WebhookParts {
  service: Service;
  own: DashboardApp;
  /** Where this dashboard receives events. */
  url: string;
}

async function allNamespaceSlugs(service: Service): Promise<string[]> {
  const slugs: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await callWith(service, listNamespaces, {
      path: callPath(listNamespaces, {}, { pageSize: "100", pageToken }),
    });
    slugs.push(...page.namespaces.map(({ namespace }) => namespace.slug));
    pageToken = page.nextPageToken || undefined;
  } while (pageToken !== undefined);
  return slugs;
}

/** The dashboard's app, made again when the service does not know it any more. */
async function ownApp({ service, own }: WebhookParts, slug: string): Promise<SigningApp> {
  const app = await own.in(slug);
  try {
    await callWith(service, getApp, { path: callPath(getApp, { appId: app.id }) });
    return app;
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 404) throw error;
    await own.forget();
    return own.in(slug);
  }
}

/** Configures an app without a webhook URL. A URL changed by an admin is kept, unless this dashboard's address changed. */
async function subscribe({ service, url }: WebhookParts, { id: appId }: SigningApp): Promise<void> {
  const app = await callWith(service, getApp, { path: callPath(getApp, { appId }) });
  const isUntouched = app.webhookUrl === "" && app.events.length === 0;
  const hasMoved = app.webhookUrl !== url && app.webhookUrl.endsWith(receiverPath);
  if (!isUntouched && !hasMoved) return;
  const events = isUntouched ? { events: { events: [...subscribableEvents] } } : {};
  await callWith(service, updateApp, {
    path: callPath(updateApp, { appId }),
    body: { webhookUrl: url, ...events },
  });
}

/**
 * Ensures that the dashboard receives events from the embedded service: its app has this address and is installed in
 * every namespace. `done` holds the namespaces that were seen to, so that one it was removed from by hand stays without.
 */
export async function ensureDashboardWebhook(parts: WebhookParts, done: Set<string>): Promise<void> {
  const slugs = await allNamespaceSlugs(parts.service);
  const [first] = slugs;
  if (first === undefined) return;
  const app = await ownApp(parts, first);
  await subscribe(parts, app);
  for (const slug of slugs) {
    const key = `${app.id} ${slug.toLowerCase()}`;
    if (done.has(key)) continue;
    if (!(await findInstallation(parts.service, app, slug))) await installInto(parts.service, app, slug);
    done.add(key);
  }
}
