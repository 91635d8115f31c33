"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { RotateCw, Webhook } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { Options } from "@/components/ui/options";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { useUrlState } from "@/components/ui/use-url-state";
import {
  type DeliveryFilters,
  deliveriesQuery,
  usePauseDeliveries,
  useRedeliver,
} from "@/components/webhooks/webhook-queries";
import { CallError } from "@/lib/client/call-error";
import type { AppDelivery } from "@/lib/contract/admin/webhooks/app-delivery";
import { DeliveryBadge } from "./delivery-badge";
import { eventGroups, installationEventTypes } from "./event-types";
import { redeliveryLabel } from "./redelivery-labels";

const DeliveryDialog = lazy(() => import("./delivery-dialog"));

/** The service's limit per call. */
const maxRedeliveries = 100;

function attemptLabel({ lastAttempt }: AppDelivery): string {
  if (!lastAttempt) return "Not sent yet";
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
        aria-label={`Select ${event.type} ${id}`}
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
        {attemptLabel(delivery)}
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

/** Whether the app's deliveries are paused, by an admin or because its receiver kept failing. */
function PauseState({ appId, pausedAt }: { appId: string; pausedAt: string | undefined }) {
  const { mutate, isPending, error } = usePauseDeliveries(appId);
  const isPaused = pausedAt !== undefined;
  return (
    <div className="space-y-2">
      {isPaused ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warning/40 bg-warning-soft p-3 text-sm">
          <p className="min-w-0 flex-1 basis-60">
            <span className="font-medium">Deliveries paused</span> <RelativeTime iso={pausedAt} />. Events are kept and
            sent when you resume.
          </p>
          <Button size="small" disabled={isPending} onClick={() => mutate(false)}>
            Resume deliveries
          </Button>
        </div>
      ) : (
        <Button size="small" disabled={isPending} onClick={() => mutate(true)}>
          Pause deliveries
        </Button>
      )}
      {error ? (
        <CallFailure error={error}>
          {isPaused ? "Couldn't resume deliveries." : "Couldn't pause deliveries."}
        </CallFailure>
      ) : null}
    </div>
  );
}

/** The deliveries of an app in the last seven days, and those still pending. */
export function Deliveries({ appId }: { appId: string }) {
  const url = useUrlState();
  const delivered = (["true", "false"] as const).find((value) => value === url.get("acknowledged")) ?? "";
  const filters: DeliveryFilters = { delivered, eventType: url.get("event") };
  const list = useInfiniteQuery(deliveriesQuery(appId, filters));
  const { data, error, isPending, refetch } = list;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const again = useRedeliver(appId);
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  const shownIds = deliveries.map(({ id }) => id);
  const ids = shownIds.filter((id) => chosen.has(id));
  const open = url.get("delivery");
  const redeliver = () => again.mutate(ids.slice(0, maxRedeliveries), { onSuccess: () => setChosen(new Set()) });

  return (
    <section aria-label="Deliveries" className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-2 font-medium text-sm">Deliveries</h2>
        <Filters filters={filters} onChange={url.set} />
        <span className="flex items-center gap-2 md:ml-auto">
          <ChooseAll ids={shownIds} chosen={ids} onChoose={setChosen} />
          {ids.length > 0 ? (
            <Button size="small" variant="primary" disabled={again.isPending} onClick={redeliver}>
              <RotateCw aria-hidden />
              {again.isPending ? "Redelivering…" : `Redeliver ${Math.min(ids.length, maxRedeliveries)}`}
            </Button>
          ) : null}
        </span>
      </div>
      {data ? <PauseState appId={appId} pausedAt={data.pages[0]?.pausedAt} /> : null}
      <p role="status" className="text-sm empty:hidden">
        {again.data ? `${redeliveryLabel(again.data.results)}.` : ""}
      </p>
      {again.error ? <CallFailure error={again.error}>Couldn't redeliver.</CallFailure> : null}
      {error ? <ReadFailure error={error} stale={data !== undefined} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? <SkeletonRows label="Loading deliveries" /> : null}
      {data && deliveries.length === 0 ? <NoDeliveries filters={filters} /> : null}
      <DeliveryList
        deliveries={deliveries}
        chosen={chosen}
        onChoose={setChosen}
        onOpen={(id) => url.set({ delivery: id })}
      />
      <NextPageButton of={list} />
      {open ? (
        <Suspense fallback={null}>
          <DeliveryDialog key={open} appId={appId} deliveryId={open} onClose={() => url.set({ delivery: "" })} />
        </Suspense>
      ) : null}
    </section>
  );
}

interface FiltersProps {
  filters: DeliveryFilters;
  onChange: (change: { acknowledged?: string; event?: string }) => void;
}

function Filters({ filters: { delivered, eventType }, onChange }: FiltersProps) {
  return (
    <>
      <div className="w-44">
        <Select
          aria-label="Outcome"
          value={delivered}
          onChange={({ target }) => onChange({ acknowledged: target.value })}
        >
          <option value="">Any outcome</option>
          <option value="true">Acknowledged</option>
          <option value="false">Not acknowledged</option>
        </Select>
      </div>
      <div className="w-60">
        <Select aria-label="Event" value={eventType} onChange={({ target }) => onChange({ event: target.value })}>
          <option value="">Any event</option>
          {[...eventGroups, { name: "Installations", types: installationEventTypes }].map(({ name, types }) => (
            <optgroup key={name} label={name}>
              <Options values={types} />
            </optgroup>
          ))}
        </Select>
      </div>
    </>
  );
}

interface ChooseAllProps {
  ids: readonly string[];
  chosen: readonly string[];
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function ChooseAll({ ids, chosen, onChoose }: ChooseAllProps) {
  if (ids.length === 0) return null;
  const all = chosen.length === ids.length;
  return (
    <Button size="small" variant="ghost" onClick={() => onChoose(all ? new Set() : new Set(ids))}>
      {all ? "Clear selection" : "Select all shown"}
    </Button>
  );
}

function ReadFailure({ error, stale, onRetry }: { error: Error; stale: boolean; onRetry: () => void }) {
  if (error instanceof CallError && error.code === "credentials_missing") {
    return <CallFailure error={error}>This service shows deliveries only to the app itself.</CallFailure>;
  }
  return (
    <CallFailure error={error} onRetry={onRetry}>
      {stale ? "The list may be out of date." : "Couldn't load deliveries."}
    </CallFailure>
  );
}

function NoDeliveries({ filters: { delivered, eventType } }: { filters: DeliveryFilters }) {
  const isFiltered = delivered !== "" || eventType !== "";
  return (
    <EmptyState icon={Webhook} title={isFiltered ? "No matches" : "No deliveries yet"}>
      {isFiltered
        ? "No delivery in the last seven days matches these filters."
        : "Events from repositories where the app is installed are sent to its URL and listed here for seven days."}
    </EmptyState>
  );
}

interface DeliveryListProps {
  deliveries: readonly AppDelivery[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onOpen: (id: string) => void;
}

function DeliveryList({ deliveries, chosen, onChoose, onOpen }: DeliveryListProps) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  return (
    <ul ref={list} className="divide-y rounded-md border empty:hidden">
      {deliveries.map((delivery) => (
        <Row
          key={delivery.id}
          delivery={delivery}
          chosen={chosen.has(delivery.id)}
          onChoose={(on) => {
            const next = new Set(chosen);
            if (on) next.add(delivery.id);
            else next.delete(delivery.id);
            onChoose(next);
          }}
          onOpen={() => onOpen(delivery.id)}
        />
      ))}
    </ul>
  );
}
