"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { agentQuery } from "@/components/agents/agent-queries";
import { artifactsQuery, knownArtifactsQuery } from "@/components/artifacts/artifact-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import { paths } from "@/lib/model/paths";
import { plural } from "@/lib/model/plural";
import { ArtifactCard, ArtifactListRow } from "./artifact-card";
import { artifactKey, filterArtifacts, type ArtifactEntry } from "./artifact-entry";

/** Loaded when the first artifact is opened. */
const ArtifactDialog = lazy(() => retryImport(() => import("./artifact-dialog")));

/** Artifacts of one agent, or over all agents the dashboard knows. */
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
        title="Artifacts"
        detail={
          <>
            of{" "}
            <Link href={paths.agent(agentId)} className="underline underline-offset-2">
              {name}
            </Link>
          </>
        }
        actions={
          <Button size="small" asChild>
            <Link href={paths.artifacts()}>Of all agents</Link>
          </Button>
        }
      />
      <ArtifactBrowser
        artifacts={artifacts}
        error={list.error ?? undefined}
        onRetry={() => list.refetch()}
        empty="This agent has left no files. What a run writes into its artifacts folder is listed when the run ends."
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
  const nothingRead = problems.length > 0 && problems.length === agents?.length;
  return (
    <>
      <PageHeader
        title="Artifacts"
        detail={artifacts && !nothingRead ? `${artifacts.length}${list.hasNextPage || firstProblem ? "+" : ""}` : null}
      />
      <ArtifactBrowser
        withAgent
        artifacts={artifacts}
        error={list.error ?? undefined}
        onRetry={() => list.refetch()}
        note={
          firstProblem
            ? `The artifacts of ${plural(problems.length, "one agent", `${problems.length} agents`)} could not be listed: ${firstProblem.problem}`
            : undefined
        }
        empty={
          nothingRead
            ? undefined
            : firstProblem
              ? "The agents that could be read have left no files."
              : list.hasNextPage
                ? "The newest agents have left no files. Look further back."
                : "No agent has left files. What a run writes into its artifacts folder is listed when the run ends."
        }
        more={
          list.hasNextPage ? (
            <Button disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {list.isFetchingNextPage ? "Looking…" : "Look at older agents"}
            </Button>
          ) : null
        }
        first={
          <Button asChild>
            <Link href={paths.newAgent()}>New agent</Link>
          </Button>
        }
      />
    </>
  );
}

interface ArtifactBrowserProps {
  artifacts: readonly ArtifactEntry[] | undefined;
  withAgent?: boolean;
  error: Error | undefined;
  onRetry: () => void;
  /** What the list leaves out because it couldn't be read. */
  note?: string | undefined;
  /** Shown when there are none; absent where that isn't known. */
  empty: string | undefined;
  more?: ReactNode;
  /** The action when there are none and no more to load. */
  first?: ReactNode;
}

function ArtifactBrowser({ artifacts, withAgent = false, error, onRetry, note, empty, more, first }: ArtifactBrowserProps) {
  const url = useUrlState();
  const text = url.get("q");
  const view = url.get("view") === "list" ? "list" : "gallery";
  const shown = filterArtifacts(artifacts ?? [], text);
  return (
    <div className="space-y-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <Input
          type="search"
          aria-label="Filter artifacts"
          placeholder="Filter by path or agent"
          value={text}
          onChange={({ target }) => url.set({ q: target.value })}
          className="w-full sm:max-w-72"
        />
        <Segmented
          label="View"
          value={view}
          options={[
            { value: "gallery", label: "Gallery" },
            { value: "list", label: "List" },
          ]}
          onChange={(next) => url.set({ view: next === "list" ? next : "" })}
        />
      </div>
      {error ? (
        <CallFailure error={error} onRetry={onRetry}>
          {artifacts ? "What is shown was read before." : "The artifacts could not be listed."}
        </CallFailure>
      ) : null}
      {note ? <PartialNote note={note} onRetry={onRetry} /> : null}
      {artifacts === undefined && !error ? <LoadingArtifacts /> : null}
      {artifacts?.length === 0 && empty !== undefined ? (
        <EmptyState icon={FolderOpen} title="No artifacts" action={more ?? first}>
          {empty}
        </EmptyState>
      ) : null}
      {artifacts && artifacts.length > 0 && shown.length === 0 ? (
        <EmptyState
          icon={FolderOpen}
          title="None matches"
          action={<Button onClick={() => url.set({ q: "" })}>Clear the filter</Button>}
        >
          Nothing listed so far has “{text}” in its path or agent.
        </EmptyState>
      ) : null}
      <ArtifactList artifacts={shown} view={view} withAgent={withAgent} />
      {artifacts && artifacts.length > 0 ? more : null}
    </div>
  );
}

function PartialNote({ note, onRetry }: { note: string; onRetry: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-md border bg-muted px-3 py-2 text-sm"
    >
      <p className="min-w-0 break-words">{note}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function LoadingArtifacts() {
  return (
    <div role="status" aria-label="Loading artifacts" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {["a", "b", "c", "d"].map((name) => (
        <Skeleton key={name} className="h-44 w-full" />
      ))}
    </div>
  );
}

interface ArtifactListProps {
  artifacts: readonly ArtifactEntry[];
  view: "gallery" | "list";
  withAgent: boolean;
}

/** The artifacts, and a dialog for the open one that leads to its neighbours. */
function ArtifactList({ artifacts, view, withAgent }: ArtifactListProps) {
  const [open, setOpen] = useState<string>();
  const at = artifacts.findIndex((artifact) => artifactKey(artifact) === open);
  const goTo = (index: number) => {
    const artifact = artifacts[index];
    return artifact ? () => setOpen(artifactKey(artifact)) : undefined;
  };
  const gallery = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6";
  const Artifact = view === "gallery" ? ArtifactCard : ArtifactListRow;
  if (artifacts.length === 0) return null;
  return (
    <>
      <ul aria-label="Artifacts" className={view === "gallery" ? gallery : "border-t"}>
        {artifacts.map((artifact) => (
          <li key={artifactKey(artifact)} className="min-w-0">
            <Artifact artifact={artifact} withAgent={withAgent} onOpen={() => setOpen(artifactKey(artifact))} />
          </li>
        ))}
      </ul>
      {at === -1 ? null : (
        <Suspense fallback={null}>
          <ArtifactDialog
            artifact={artifacts[at]}
            onClose={() => setOpen(undefined)}
            onPrevious={goTo(at - 1)}
            onNext={goTo(at + 1)}
          />
        </Suspense>
      )}
    </>
  );
}
