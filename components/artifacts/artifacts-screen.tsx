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
import { counted } from "@/lib/model/plural";
import { ArtifactCard, ArtifactListRow } from "./artifact-card";
import { type ArtifactEntry, artifactKey, filterArtifacts } from "./artifact-entry";

/** Loaded when the first artifact is opened. */
const ArtifactDialog = lazy(() => retryImport(() => import("./artifact-dialog")));

const artifactsHint = "Files that a run writes to its artifacts folder appear here when the run ends.";

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
        title="Artifacts"
        detail={
          <>
            from{" "}
            <Link href={paths.agent(agentId)} className="underline underline-offset-2">
              {name}
            </Link>
          </>
        }
        actions={
          <Button size="small" asChild>
            <Link href={paths.artifacts()}>All agents</Link>
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
        showAgent
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
                ? "The most recent agents have no artifacts. Load more to check older agents."
                : artifactsHint
        }
        more={
          list.hasNextPage ? (
            <Button disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
              {list.isFetchingNextPage ? "Loading…" : "Load more"}
            </Button>
          ) : null
        }
        emptyAction={
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
  showAgent?: boolean;
  error: Error | undefined;
  onRetry: () => void;
  /** A note on artifacts that couldn't be loaded. */
  note?: string | undefined;
  /** Shown when there are none; `undefined` while that is unknown. */
  empty: string | undefined;
  more?: ReactNode;
  /** Action for the empty state when there is nothing more to load. */
  emptyAction?: ReactNode;
}

function ArtifactBrowser({
  artifacts,
  showAgent = false,
  error,
  onRetry,
  note,
  empty,
  more,
  emptyAction,
}: ArtifactBrowserProps) {
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
          {artifacts ? "Showing previously loaded artifacts." : "Couldn't load artifacts."}
        </CallFailure>
      ) : null}
      {note ? <PartialNote note={note} onRetry={onRetry} /> : null}
      {artifacts === undefined && !error ? <LoadingArtifacts /> : null}
      {artifacts?.length === 0 && empty !== undefined ? (
        <EmptyState icon={FolderOpen} title="No artifacts yet" action={more ?? emptyAction}>
          {empty}
        </EmptyState>
      ) : null}
      {artifacts && artifacts.length > 0 && shown.length === 0 ? (
        <EmptyState
          icon={FolderOpen}
          title="No matches"
          action={<Button onClick={() => url.set({ q: "" })}>Clear filter</Button>}
        >
          No loaded artifacts match “{text}”.
        </EmptyState>
      ) : null}
      <ArtifactList artifacts={shown} view={view} showAgent={showAgent} />
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
  showAgent: boolean;
}

/** The artifacts, and a preview dialog that can step through them. */
function ArtifactList({ artifacts, view, showAgent }: ArtifactListProps) {
  const [open, setOpen] = useState<string>();
  const openIndex = artifacts.findIndex((artifact) => artifactKey(artifact) === open);
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
            <Artifact artifact={artifact} showAgent={showAgent} onOpen={() => setOpen(artifactKey(artifact))} />
          </li>
        ))}
      </ul>
      {openIndex === -1 ? null : (
        <Suspense fallback={null}>
          <ArtifactDialog
            artifact={artifacts[openIndex]}
            onClose={() => setOpen(undefined)}
            onPrevious={goTo(openIndex - 1)}
            onNext={goTo(openIndex + 1)}
          />
        </Suspense>
      )}
    </>
  );
}
