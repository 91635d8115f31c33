"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { agentQuery } from "@/components/agents/agent-queries";
import { artifactsQuery, knownArtifactsQuery } from "@/components/artifacts/artifact-queries";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { NextPageButton } from "@/components/ui/next-page-button";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { loadEarly } from "@/lib/client/load-early";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { artifactsHint } from "./artifact-entry";

const ArtifactBrowser = browserOnly(
  loadEarly(() => import("./artifact-browser")),
  () => (
    <div className="p-4">
      <SkeletonRows label="Loading artifacts" />
    </div>
  ),
);

/** Artifacts of one agent, or of all agents. */
export function ArtifactsScreen() {
  const agentId = useUrlState().get("agent");
  return agentId ? <AgentArtifactsView agentId={agentId} /> : <AllArtifactsView />;
}

function AgentArtifactsView({ agentId }: { agentId: string }) {
  const agent = useQuery(agentQuery(callProxy, agentId));
  const list = useQuery(artifactsQuery(callProxy, agentId));
  const name = agent.data?.name ?? agentId;
  const artifacts = list.data?.items.map((item) => ({ ...item, agent: { id: agentId, name } }));
  return (
    <>
      <PageHeader
        title={name}
        parents={[{ name: "Artifacts", path: paths.artifacts() }]}
        actions={
          <Button size="small" asChild>
            <Link href={paths.agent(agentId)}>View agent</Link>
          </Button>
        }
      />
      <ArtifactBrowser
        artifacts={artifacts}
        error={list.error ?? undefined}
        onRetry={() => list.refetch()}
        empty={artifactsHint}
      />
    </>
  );
}

function AllArtifactsView() {
  const list = useInfiniteQuery(knownArtifactsQuery(callProxy));
  const pages = list.data?.pages;
  const agents = pages?.flatMap((page) => page.agents);
  const artifacts = agents?.flatMap(({ agent, items }) => items.map((item) => ({ ...item, agent })));
  const problems = (agents ?? []).filter(({ problem }) => problem !== undefined);
  const [firstProblem] = problems;
  const nothingLoaded = problems.length > 0 && problems.length === agents?.length;
  return (
    <>
      <PageHeader
        title="Artifacts"
        detail={
          artifacts && !nothingLoaded ? `${artifacts.length}${list.hasNextPage || firstProblem ? "+" : ""}` : null
        }
      />
      <ArtifactBrowser
        byAgent
        artifacts={artifacts}
        error={list.error ?? undefined}
        onRetry={() => list.refetch()}
        note={
          firstProblem
            ? `Couldn't load artifacts of ${counted(problems.length, "agent")}: ${firstProblem.problem}`
            : undefined
        }
        empty={
          nothingLoaded
            ? undefined
            : firstProblem
              ? "The agents that could be loaded have no artifacts."
              : list.hasNextPage
                ? "The most recent agents have no artifacts. Select “Show more” to check older ones."
                : artifactsHint
        }
        more={<NextPageButton of={list} />}
        emptyAction={
          <Button asChild>
            <Link href={paths.newAgent()}>New agent</Link>
          </Button>
        }
      />
    </>
  );
}
