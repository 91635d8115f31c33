"use client";

import { useQuery } from "@tanstack/react-query";
import ArtifactBrowser from "@/components/artifacts/artifact-browser";
import { artifactsHint } from "@/components/artifacts/artifact-entry";
import { artifactsQuery } from "@/components/artifacts/artifact-queries";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";

/** The artifacts of an agent, with previews. */
export default function AgentArtifactsTab({ agent }: { agent: Agent }) {
  const list = useQuery(artifactsQuery(callProxy, agent.id, agent.updatedAt));
  const { id, name } = agent;
  return (
    <section aria-label="Artifacts" className="min-h-0 flex-1 overflow-y-auto">
      <ArtifactBrowser
        artifacts={list.data?.items.map((item) => ({ ...item, agent: { id, name } }))}
        error={list.error ?? undefined}
        onRetry={() => list.refetch()}
        empty={artifactsHint}
      />
    </section>
  );
}
