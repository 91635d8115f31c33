"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { shortPath } from "@/components/artifacts/artifact-entry";
import { artifactsQuery } from "@/components/artifacts/artifact-queries";
import { artifactUrl } from "@/components/artifacts/artifact-url";
import { KindIcon } from "@/components/artifacts/kind-icon";
import { sizeText } from "@/components/ui/format-size";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import { deliveryOf } from "@/lib/model/artifacts/delivery";
import { paths } from "@/lib/model/paths";

const maxListed = 5;

/** An agent's artifacts, beside the transcript. Runs upload them when they end, which changes `updatedAt`. */
export function AgentArtifacts({ agent }: { agent: Agent }) {
  const { data, error } = useQuery(artifactsQuery(callProxy, agent.id, agent.updatedAt));
  const items = data?.items ?? [];
  return (
    <section className="space-y-2">
      <h2 className="font-medium text-muted-foreground text-xs">Artifacts{data ? ` (${items.length})` : null}</h2>
      {error ? <p className="text-muted-foreground">Couldn't load artifacts: {error.message}</p> : null}
      {data && items.length === 0 ? <p className="text-muted-foreground">No artifacts yet.</p> : null}
      <ul className="space-y-1">
        {items.slice(0, maxListed).map(({ path, sizeBytes }) => (
          <li key={path} className="flex min-w-0 items-center gap-1.5">
            <KindIcon path={path} className="size-3.5 shrink-0 text-muted-foreground" />
            <a
              href={artifactUrl(agent.id, path, deliveryOf(path).kind === "none" ? "save" : undefined)}
              target="_blank"
              rel="noopener"
              className="min-w-0 flex-1 truncate underline-offset-2 hover:underline"
              title={path}
            >
              {shortPath(path)}
            </a>
            <span className="shrink-0 text-muted-foreground">{sizeText(sizeBytes)}</span>
          </li>
        ))}
      </ul>
      {items.length > 0 ? (
        <Link href={paths.agentArtifacts(agent.id)} className="text-primary underline underline-offset-2">
          {items.length > maxListed ? `View all ${items.length}` : "View previews"}
        </Link>
      ) : null}
    </section>
  );
}
