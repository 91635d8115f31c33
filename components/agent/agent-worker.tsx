"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { WorkerLink } from "@/components/workers/worker-link";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import type { OfflineWorker } from "@/lib/contract/dashboard/agent-row";
import { environmentLabel } from "@/lib/model/agent-environment";
import { paths } from "@/lib/model/paths";
import { agentWorkerQuery } from "./agent-details-queries";
import { DetailRow } from "./panel-section";

interface AgentWorkerProps {
  agent: Agent;
  /** Whether a run is active. */
  active: boolean;
  /** The worker the run waits for, which is offline. */
  offlineWorker: OfflineWorker | undefined;
  /** The worker that last ran it. */
  lastWorkerId: string | undefined;
}

/** Where an agent runs: its pool, and the worker that is running or last ran it. Cloud agents have neither. */
export function AgentWorker({ agent, active, offlineWorker, lastWorkerId }: AgentWorkerProps) {
  const { env } = agent;
  const usesWorker = env.type !== "cloud";
  const { data, error } = useQuery({ ...agentWorkerQuery(callProxy, agent.id), enabled: usesWorker && active });
  return (
    <>
      <DetailRow name="Environment">
        {env.type === "pool" && env.name ? (
          <Link href={paths.pool(env.name)} className="text-primary hover:underline">
            {environmentLabel(env)}
          </Link>
        ) : (
          environmentLabel(env)
        )}
      </DetailRow>
      {usesWorker && active ? (
        <DetailRow name="Worker">
          {data ? (
            <Link href={paths.worker(data.workerId)} className="text-primary hover:underline">
              {data.name || data.workerId}
            </Link>
          ) : error ? (
            <span title={error.message}>Couldn't load</span>
          ) : offlineWorker ? (
            <>
              <WorkerLink id={offlineWorker.id} /> (offline)
            </>
          ) : data === null ? (
            "Waiting for a worker"
          ) : (
            "Loading…"
          )}
        </DetailRow>
      ) : usesWorker && lastWorkerId !== undefined ? (
        <DetailRow name="Last worker">
          <WorkerLink id={lastWorkerId} />
        </DetailRow>
      ) : null}
    </>
  );
}
