"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, CircleMinus, CircleX, type LucideIcon, RefreshCw } from "lucide-react";
import { keyCapabilitiesQuery } from "@/components/keys/key-queries";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { Capability } from "@/lib/contract/dashboard/get-key-capabilities";
import { capabilityLabels } from "./capability-labels";

const states: Readonly<Record<Capability["state"], { word: string; tone: Tone; icon: LucideIcon }>> = {
  works: { word: "Works", tone: "success", icon: CircleCheck },
  refused: { word: "Refused", tone: "danger", icon: CircleX },
  noKey: { word: "No key", tone: "warning", icon: CircleMinus },
  unknown: { word: "Not known", tone: "neutral", icon: CircleHelp },
};
const names = { user: "User key", serviceAccount: "Service-account key" } as const;

/** What the dashboard's keys can do, which screens are dark without, and why. */
export function KeysScreen() {
  const { data, error, isPending, isFetching, refetch } = useQuery(keyCapabilitiesQuery);
  const dark = data?.capabilities.filter(({ state }) => state === "refused" || state === "noKey").length ?? 0;
  return (
    <div className="max-w-4xl space-y-6 p-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-muted-foreground">
          The dashboard holds these keys on its server; browsers never see them. What each can do is found out by asking
          the service, with reads that change nothing.
        </p>
        <Button size="small" disabled={isFetching} onClick={() => refetch()}>
          <RefreshCw aria-hidden />
          {isFetching ? "Asking…" : "Ask again"}
        </Button>
      </div>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data ? "What stands below is as of the last answer." : "What the keys can do could not be found out."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Asking what the keys can do" /> : null}
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
                      “{info.apiKeyName}”{info.userEmail ? `, of ${info.userEmail}` : ", of a service account"}, made{" "}
                      <RelativeTime iso={info.createdAt} />
                    </span>
                  ) : (
                    <span className="min-w-0 flex-1 basis-60 break-words text-danger">{why}</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <section aria-label="Capabilities" className="space-y-2">
            <h2 className="font-medium">
              {dark === 0 ? "Every screen has what it needs, as far as is known" : "Some screens are dark"}
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
          {state === "works" || state === "unknown" ? "For" : "Dark:"} {screens}
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
