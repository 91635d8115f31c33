"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { appQuery, namespaceAppsQuery } from "@/components/apps/app-queries";
import { namespacesQuery } from "@/components/repositories/repository-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useUrlState } from "@/components/ui/use-url-state";
import { receiverQuery } from "@/components/webhooks/webhook-queries";
import { callProxy } from "@/lib/client/call";
import { Deliveries } from "./deliveries";
import { Endpoint } from "./endpoint";

/** The webhook of each app, with its deliveries. */
export function WebhooksScreen() {
  const url = useUrlState();
  const namespaces = useQuery(namespacesQuery(callProxy));
  const slugs = namespaces.data?.map(({ namespace }) => namespace.slug) ?? [];
  const lists = useQueries({ queries: slugs.map(namespaceAppsQuery) });
  const listed = lists.flatMap(({ data }, index) => (data?.apps ?? []).map((app) => ({ ...app, owner: slugs[index] })));
  const receiver = useQuery(receiverQuery);
  const own = receiver.data?.app;
  const isListed = (id: string) => listed.some((each) => each.id === id);
  // The dashboard's app isn't listed if it belongs to the system.
  const apps = own && !isListed(own.id) ? [{ ...own, owner: own.namespaceSlug }, ...listed] : listed;
  const waiting = namespaces.isPending || receiver.isPending || lists.some((each) => each.isPending);
  const first = apps.find(({ id }) => id === receiver.data?.appId) ?? apps[0];
  const appId = url.get("app") || (waiting ? "" : (first?.id ?? ""));
  const app = useQuery(appQuery(isListed(appId) ? appId : ""));
  const shown = isListed(appId) ? app.data : own?.id === appId ? own : undefined;
  const error = namespaces.error ?? lists.find((each) => each.error)?.error ?? app.error;
  return (
    <div className="max-w-content space-y-5 p-4">
      {error ? <CallFailure error={error}>Couldn't load all apps.</CallFailure> : null}
      {waiting && !error ? <SkeletonRows label="Loading apps" /> : null}
      {!waiting && apps.length === 0 && !error ? (
        <EmptyState icon={Webhook} title="No apps yet">
          Webhooks send events to apps. The dashboard creates its own app on first start. Create more under Apps.
        </EmptyState>
      ) : null}
      {apps.length > 0 ? (
        <div className="w-full sm:w-80">
          <Select
            aria-label="App"
            value={appId}
            onChange={(event) => url.set({ app: event.target.value, delivery: "" })}
          >
            {apps.map(({ id, displayName, owner }) => (
              <option key={id} value={id}>
                {displayName} ({owner})
              </option>
            ))}
          </Select>
        </div>
      ) : null}
      {shown ? <Endpoint key={shown.id} app={shown} canEdit={isListed(shown.id)} /> : null}
      {appId ? <Deliveries key={`deliveries ${appId}`} appId={appId} /> : null}
    </div>
  );
}
