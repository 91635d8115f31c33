"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { RotateCw, Webhook } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { useUrlState } from "@/components/ui/use-url-state";
import { type DeliveryFilters, deliveriesQuery, useRedeliver } from "@/components/webhooks/webhook-queries";
import { CallError } from "@/lib/client/call-error";
import type { AppDelivery } from "@/lib/contract/admin/app-delivery";
import { DeliveryBadge } from "./delivery-badge";
import { eventGroups, ownEventTypes } from "./event-types";
import { redeliveryWords } from "./redelivery-labels";

const DeliveryDialog = lazy(() => import("./delivery-dialog"));

/** The service takes no more at once. */
const mostAtOnce = 100;

function attemptWords({ lastAttempt }: AppDelivery): string {
  if (!lastAttempt) return "not sent yet";
  const { responseStatusCode: status, errorMessage, latencyMs } = lastAttempt;
  return status === undefined ? errorMessage : `${status} in ${latencyMs} ms`;
}

interface RowProps {
  delivery: AppDelivery;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onOpen: () => void;
}

function Row({ delivery, chosen, onChoose, onOpen }: RowProps) {
  const { id, event, state, lastAttempt, createdAt, installation } = delivery;
  return (
    <li
      data-row
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 text-sm md:grid-cols-[auto_minmax(0,1fr)_12rem_11rem_6rem]"
    >
      <input
        type="checkbox"
        aria-label={`Choose ${event.type} ${id}`}
        checked={chosen}
        onChange={(change) => onChoose(change.target.checked)}
        className="size-4 accent-primary"
      />
      <button type="button" onClick={onOpen} className="min-w-0 text-left hover:underline">
        <span className="block truncate font-medium">{event.type}</span>
        <span className="block truncate font-mono text-muted-foreground text-xs">
          {installation ? `${installation.target.slug} · ` : ""}
          {id}
        </span>
      </button>
      <span className="order-4 col-span-2 col-start-2 truncate text-muted-foreground text-xs tabular-nums md:order-none md:col-span-1 md:col-start-auto">
        {attemptWords(delivery)}
      </span>
      <span className="order-3 col-span-2 col-start-2 flex min-w-0 md:order-none md:col-span-1 md:col-start-auto">
        <DeliveryBadge state={state} attempted={lastAttempt !== undefined} />
      </span>
      <span className="order-2 text-right text-muted-foreground text-xs md:order-none">
        <RelativeTime iso={createdAt} />
      </span>
    </li>
  );
}

/** What an app was sent in the last seven days, and what it is still owed. */
export function Deliveries({ appId }: { appId: string }) {
  const url = useUrlState();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const delivered = (["true", "false"] as const).find((value) => value === url.get("acknowledged")) ?? "";
  const filters: DeliveryFilters = { delivered, eventType: url.get("event") };
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    deliveriesQuery(appId, filters),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const again = useRedeliver(appId);
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  const ids = deliveries.map(({ id }) => id).filter((id) => chosen.has(id));
  const open = url.get("delivery");
  const isFiltered = delivered !== "" || filters.eventType !== "";
  const isDark = error instanceof CallError && error.code === "credentials_missing";
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const redeliver = () => again.mutate(ids.slice(0, mostAtOnce), { onSuccess: () => setChosen(new Set()) });
  const everyShown = ids.length > 0 && ids.length === deliveries.length;

  return (
    <section aria-label="Deliveries" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-2 font-medium text-sm">Deliveries</h2>
        <div className="w-44">
          <Select
            aria-label="Outcome"
            value={delivered}
            onChange={(event) => url.set({ acknowledged: event.target.value })}
          >
            <option value="">Any outcome</option>
            <option value="true">Acknowledged</option>
            <option value="false">Never acknowledged</option>
          </Select>
        </div>
        <div className="w-60">
          <Select
            aria-label="Event"
            value={filters.eventType}
            onChange={(event) => url.set({ event: event.target.value })}
          >
            <option value="">Any event</option>
            {[...eventGroups, { name: "Installations", types: ownEventTypes }].map(({ name, types }) => (
              <optgroup key={name} label={name}>
                {types.map((type) => (
                  <option key={type}>{type}</option>
                ))}
              </optgroup>
            ))}
          </Select>
        </div>
        <span className="flex items-center gap-2 md:ml-auto">
          {deliveries.length > 0 ? (
            <Button
              size="small"
              variant="quiet"
              onClick={() => setChosen(everyShown ? new Set() : new Set(deliveries.map(({ id }) => id)))}
            >
              {everyShown ? "Choose none" : "Choose all shown"}
            </Button>
          ) : null}
          {ids.length > 0 ? (
            <Button size="small" variant="primary" disabled={again.isPending} onClick={redeliver}>
              <RotateCw aria-hidden />
              {again.isPending ? "Asking…" : `Send ${Math.min(ids.length, mostAtOnce)} again`}
            </Button>
          ) : null}
        </span>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {again.data ? `${redeliveryWords(again.data.results)}.` : ""}
      </p>
      {again.error ? <CallFailure error={again.error}>Nothing was sent again.</CallFailure> : null}
      {error ? (
        <CallFailure error={error} {...(isDark ? {} : { onRetry: () => void refetch() })}>
          {isDark
            ? "This service shows what an app is sent to that app alone."
            : data
              ? "The rows below are as of the last answer."
              : "The deliveries could not be read."}
        </CallFailure>
      ) : null}
      {isPending && !error ? <SkeletonRows label="Loading deliveries" /> : null}
      {data && deliveries.length === 0 ? (
        <EmptyState icon={Webhook} title={isFiltered ? "Nothing matches" : "Nothing was sent"}>
          {isFiltered
            ? "No delivery of the last seven days has all of these."
            : "What happens where the app is installed is sent to its address, and kept here for seven days."}
        </EmptyState>
      ) : null}
      <ul ref={list} className="divide-y rounded-md border empty:hidden">
        {deliveries.map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            chosen={chosen.has(delivery.id)}
            onChoose={(on) => choose(delivery.id, on)}
            onOpen={() => url.set({ delivery: delivery.id })}
          />
        ))}
      </ul>
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Show older deliveries"}
        </Button>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <DeliveryDialog key={open} appId={appId} deliveryId={open} onClose={() => url.set({ delivery: "" })} />
        </Suspense>
      ) : null}
    </section>
  );
}
