"use client";

import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";

const getAppDelivery = () =>
  import("@/lib/contract/admin/webhooks/get-app-delivery").then((entry) => entry.getAppDelivery);
const getWebhookReceiver = () =>
  import("@/lib/contract/dashboard/webhooks/get-webhook-receiver").then((entry) => entry.getWebhookReceiver);
const listAppDeliveries = () =>
  import("@/lib/contract/admin/webhooks/list-app-deliveries").then((entry) => entry.listAppDeliveries);
const pingApp = () => import("@/lib/contract/admin/webhooks/ping-app").then((entry) => entry.pingApp);
const redeliverAppDeliveries = () =>
  import("@/lib/contract/admin/webhooks/redeliver-app-deliveries").then((entry) => entry.redeliverAppDeliveries);
const updateAppDelivery = () =>
  import("@/lib/contract/admin/webhooks/update-app-delivery").then((entry) => entry.updateAppDelivery);

export interface DeliveryFilters {
  /** Whether it was acknowledged; empty for both. */
  delivered: "" | "true" | "false";
  eventType: string;
}

const firstPage = "";
const refreshMs = 5_000;
const deliveriesKey = (appId: string) => ["webhooks", "deliveries", appId] as const;

/** An app's sent and pending deliveries, newest first. */
export function deliveriesQuery(appId: string, { delivered, eventType }: DeliveryFilters) {
  return infiniteQueryOptions({
    queryKey: [...deliveriesKey(appId), { delivered, eventType }] as const,
    enabled: appId !== "",
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listAppDeliveries, {
        params: { appId },
        query: { pageSize: "50", pageToken, ...(delivered ? { delivered } : {}), ...(eventType ? { eventType } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
    refetchInterval: refreshMs,
  });
}

/** One delivery with its request and attempts. */
export function deliveryQuery(appId: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...deliveriesKey(appId), "one", deliveryId] as const,
    enabled: deliveryId !== "",
    queryFn: ({ signal }) => callProxy(getAppDelivery, { params: { appId, deliveryId }, signal }),
    refetchInterval: ({ state }) => (state.data?.delivery.state === "pending" ? 2_000 : false),
  });
}

/** The dashboard's own webhook URL, and when it last received an event. */
export const receiverQuery = queryOptions({
  queryKey: ["webhooks", "receiver"] as const,
  queryFn: ({ signal }) => callProxy(getWebhookReceiver, { params: {}, signal }),
  refetchInterval: refreshMs,
});

/** Redelivers deliveries and returns the outcome of each. */
export function useRedeliver(appId: string) {
  return useChange(
    (deliveryIds: string[]) => callProxy(redeliverAppDeliveries, { params: { appId }, body: { deliveryIds } }),
    deliveriesKey(appId),
  );
}

/** Pauses or resumes an app's deliveries. */
export function usePauseDeliveries(appId: string) {
  return useChange(
    (paused: boolean) => callProxy(updateAppDelivery, { params: { appId }, body: { paused } }),
    deliveriesKey(appId),
  );
}

export function usePingApp() {
  return useMutation({ mutationFn: (appId: string) => callProxy(pingApp, { params: { appId }, body: {} }) });
}
