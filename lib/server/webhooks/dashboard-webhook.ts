import { callPath } from "@/lib/contract/client-path";
import { getAuthenticatedApp } from "@/lib/contract/hosting/apps/get-authenticated-app";
import { subscribableEvents } from "@/lib/contract/hosting/apps/webhook-event";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { SigningApp } from "@/lib/server/upstream/user-tokens/app-jwt";
import type { DashboardApp } from "@/lib/server/upstream/user-tokens/dashboard-app";
import { asApp, findInstallation, installInto } from "@/lib/server/upstream/user-tokens/installations";

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

/** The dashboard's app with its webhook set, recreated if the service no longer has it. */
async function subscribedApp({ service, own, url }: WebhookParts, slug: string): Promise<SigningApp> {
  const app = await own.in(slug);
  const path = callPath(getAuthenticatedApp, {});
  const current = await callWith(asApp(service, app), getAuthenticatedApp, { path }).catch((error: unknown) => {
    if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
    own.forget();
  });
  const events = [...subscribableEvents];
  const isSubscribed = current?.webhookUrl === url && events.every((type) => current.events.includes(type));
  return isSubscribed ? app : own.subscribe(slug, { webhookUrl: url, events });
}

/**
 * Subscribes the dashboard to events of the embedded service: sets its app's webhook URL and installs the app in every
 * namespace. `done` tracks handled namespaces, so an installation removed by hand stays removed.
 */
export async function ensureDashboardWebhook(parts: WebhookParts, done: Set<string>): Promise<void> {
  const slugs = await allNamespaceSlugs(parts.service);
  const [first] = slugs;
  if (first === undefined) return;
  const app = await subscribedApp(parts, first);
  for (const slug of slugs) {
    const key = `${app.id} ${slug.toLowerCase()}`;
    if (done.has(key)) continue;
    if (!(await findInstallation(parts.service, app, slug))) await installInto(parts.service, app, slug);
    done.add(key);
  }
}
