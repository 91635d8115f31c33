"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import Link from "next/link";
import { pullAgentsQuery } from "@/components/pulls/pull-agents-query";
import type { PullName } from "@/components/pulls/pull-queries";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { PullRun } from "@/lib/contract/dashboard/pulls/get-pull-agents";
import { paths } from "@/lib/model/paths";

const stateTexts: Readonly<Record<Exclude<PullRun["state"], "sent">, string>> = {
  waiting: "Queued",
  sending: "Sending",
  refused: "Rejected",
  uncertain: "Not confirmed",
};

/** The runs that received this pull request's problems. */
export function PullRuns({ name }: { name: PullName }) {
  const { data } = useQuery(pullAgentsQuery(name));
  if (!data?.runs.length) return null;
  return (
    <section aria-label="Agent runs" className="rounded-md border text-sm">
      <ul className="divide-y">
        {data.runs.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2">
            <Bot aria-hidden className="size-4 shrink-0 text-muted-foreground" />
            <Link
              href={run.runId ? paths.agentRun(run.agent.id, run.runId) : paths.agent(run.agent.id)}
              className="min-w-0 truncate font-medium hover:underline"
            >
              {run.agent.name}
            </Link>
            {run.state === "sent" ? (
              <StatusBadge of="run" status={run.runStatus ?? "CREATING"} />
            ) : (
              <span className="text-muted-foreground">{stateTexts[run.state]}</span>
            )}
            <span className="text-muted-foreground text-xs">
              sent by {run.author} <RelativeTime iso={run.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
