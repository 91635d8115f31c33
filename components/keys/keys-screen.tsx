"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, CircleMinus, CircleX, type LucideIcon, RefreshCw } from "lucide-react";
import { lazy, Suspense } from "react";
import { keyCapabilitiesQuery } from "@/components/keys/key-queries";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LoadState } from "@/components/ui/load-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { retryImport } from "@/lib/client/retry-import";
import type { Capability } from "@/lib/contract/dashboard/keys/get-key-capabilities";
import { capabilityLabels } from "./capability-labels";

/** Only admins of the embedded service load it. */
const ApiKeys = lazy(() => retryImport(() => import("./api-keys")));

const states: Readonly<Record<Capability["state"], { word: string; tone: Tone; icon: LucideIcon }>> = {
  works: { word: "Available", tone: "success", icon: CircleCheck },
  denied: { word: "Denied", tone: "danger", icon: CircleX },
  noKey: { word: "No key", tone: "warning", icon: CircleMinus },
  unknown: { word: "Unknown", tone: "neutral", icon: CircleHelp },
};
const names = { user: "User key", serviceAccount: "Service-account key" } as const;

/** The dashboard's keys, their capabilities, and the features that aren't available without them. */
export function KeysScreen({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(keyCapabilitiesQuery);
  const { data, isFetching, refetch } = query;
  const unavailable = data?.capabilities.filter(({ state }) => state === "denied" || state === "noKey").length ?? 0;
  return (
    <div className="max-w-content space-y-6 p-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-muted-foreground">
          These keys stay on the dashboard's server and are never sent to browsers. Their capabilities are checked with
          read-only requests.
        </p>
        <Button size="small" disabled={isFetching} onClick={() => refetch()}>
          <RefreshCw aria-hidden />
          {isFetching ? "Checking…" : "Check again"}
        </Button>
      </div>
      <LoadState
        query={query}
        stale="The list may be out of date."
        failed="Couldn't check the keys."
        loading="Checking keys"
      />
      {data ? (
        <>
          <section aria-label="Keys" className="space-y-2">
            <h2 className="font-medium">
              {data.embedded ? "Keys of the embedded service" : "Keys of the remote service"}
            </h2>
            <ul className="divide-y rounded-md border">
              {data.keys.map(({ id, info, why }) => (
                <li key={id} className="flex flex-wrap gap-x-3 gap-y-1 px-3 py-2">
                  <span className="w-40 font-medium">{names[id]}</span>
                  {info ? (
                    <span className="min-w-0 flex-1 basis-60 break-words text-muted-foreground">
                      “{info.apiKeyName}”{info.userEmail ? `, ${info.userEmail}` : ", service account"}, created{" "}
                      <RelativeTime iso={info.createdAt} />
                    </span>
                  ) : (
                    <span className="min-w-0 flex-1 basis-60 break-words text-danger">{why}</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
          {data.embedded && isAdmin ? (
            <Suspense fallback={<SkeletonRows label="Loading API keys" />}>
              <ApiKeys />
            </Suspense>
          ) : null}
          <section aria-label="Capabilities" className="space-y-2">
            <h2 className="font-medium">
              {unavailable === 0
                ? "All checked features are available"
                : "Some features aren't available with these keys"}
            </h2>
            <ul className="divide-y rounded-md border">
              {data.capabilities.map((capability) => (
                <CapabilityItem key={capability.id} capability={capability} />
              ))}
            </ul>
          </section>
        </>
      ) : null}
    </div>
  );
}

function CapabilityItem({ capability: { id, state, why, requestId } }: { capability: Capability }) {
  const { word, tone, icon: Icon } = states[state];
  const { title, screens, key } = capabilityLabels[id];
  return (
    <li className="grid gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <span>
        <Badge tone={tone}>
          <Icon aria-hidden />
          {word}
        </Badge>
      </span>
      <div className="min-w-0 space-y-0.5">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">{title}</span>
          <span className="text-muted-foreground text-xs">{key}</span>
        </p>
        <p className="text-muted-foreground text-xs">
          {state === "works" || state === "unknown" ? "Used for:" : "Not available:"} {screens}
        </p>
        {why ? (
          <p className="break-words text-xs">
            {why}
            {requestId ? (
              <>
                {" "}
                Request <code className="break-all font-mono">{requestId}</code>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}
