"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { shortPath } from "@/components/artifacts/artifact-entry";
import { artifactsQuery } from "@/components/artifacts/artifact-queries";
import { KindIcon } from "@/components/artifacts/kind-icon";
import { sizeText } from "@/components/ui/format-size";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import { paths } from "@/lib/model/paths";
import { PanelSection } from "./panel-section";

const maxListed = 5;

/** An agent's artifacts, next to the transcript. Runs upload them when they end, which changes `updatedAt`. */
export function AgentArtifacts({ agent }: { agent: Agent }) {
  const { data, error } = useQuery(artifactsQuery(callProxy, agent.id, agent.updatedAt));
  const items = data?.items ?? [];
  if (!error && items.length === 0) return null;
  return (
    <PanelSection title={`Artifacts (${items.length})`}>
      {error ? <p className="text-muted-foreground">Couldn't load artifacts: {error.message}</p> : null}
      <ul className="space-y-1">
        {items.slice(0, maxListed).map(({ path, sizeBytes }) => (
          <li key={path} className="flex min-w-0 items-center gap-1.5">
            <KindIcon path={path} className="size-3.5 shrink-0 text-muted-foreground" />
            <Link
              href={paths.artifact(agent.id, path)}
              prefetch={false}
              className="min-w-0 flex-1 truncate underline-offset-2 hover:underline"
              title={path}
            >
              {shortPath(path)}
            </Link>
            <span className="shrink-0 text-muted-foreground">{sizeText(sizeBytes)}</span>
          </li>
        ))}
      </ul>
      {items.length > maxListed ? (
        <Link
          href={paths.agentTab(agent.id, "artifacts")}
          prefetch={false}
          className="text-primary underline underline-offset-2"
        >
          View all {items.length}
        </Link>
      ) : null}
    </PanelSection>
  );
}
