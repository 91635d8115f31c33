import { callPath } from "@/lib/contract/client-path";
import { getApp } from "@/lib/contract/hosting/get-app";
import { listNamespaces } from "@/lib/contract/hosting/list-namespaces";
import { updateApp } from "@/lib/contract/hosting/update-app";
import { subscribableEvents } from "@/lib/contract/hosting/webhook-event";
import { receiverPath } from "@/lib/core/settings/webhook-receiver";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { SigningApp } from "@/lib/server/upstream/user-tokens/app-jwt";
import type { DashboardApp } from "@/lib/server/upstream/user-tokens/dashboard-app";
import { findInstallation, installInto } from "@/lib/server/upstream/user-tokens/installations";

interface WebhookParts {
  service: Service;
  own: DashboardApp;
  /** Webhook URL of this dashboard. */
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

/** The dashboard's app, recreated if the service no longer has it. */
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

/** Configures a new app. An app an admin changed is left alone unless this dashboard's URL changed. */
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
 * Subscribes the dashboard to events of the embedded service: sets its app's webhook URL and installs the app in every
 * namespace. `done` tracks handled namespaces, so an installation removed by hand stays removed.
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
