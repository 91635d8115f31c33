"use client";

import { useQuery } from "@tanstack/react-query";
import { ShortId } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import { agentWorkerQuery } from "./agent-details-queries";

/** The worker that runs an agent of a pool or machine. Cloud agents have none. */
export function AgentWorker({ agent, active }: { agent: Agent; active: boolean }) {
  const usesWorker = agent.env.type !== "cloud";
  const { data, error } = useQuery({ ...agentWorkerQuery(callProxy, agent.id), enabled: usesWorker && active });
  if (!usesWorker) return null;
  return (
    <section className="space-y-2">
      <h2 className="font-medium text-muted-foreground text-xs">Worker</h2>
      {error ? <p className="text-muted-foreground">Couldn't load workers: {error.message}</p> : null}
      {!active ? <p className="text-muted-foreground">None. No active run.</p> : null}
      {active && data === null ? <p className="text-muted-foreground">Waiting for a worker.</p> : null}
      {active && data ? (
        <p className="flex flex-wrap items-center gap-x-2">
          {data.name ? <span>{data.name}</span> : null}
          <ShortId id={data.workerId} what="worker ID" />
          <span className="text-muted-foreground">
            connected <RelativeTime iso={new Date(data.connectedAtMs).toISOString()} />
          </span>
        </p>
      ) : null}
    </section>
  );
}
