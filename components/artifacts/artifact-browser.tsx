"use client";

import { FolderOpen } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useUrlState } from "@/components/ui/use-url-state";
import { paths } from "@/lib/model/paths";
import { ArtifactCard, ArtifactListRow } from "./artifact-card";
import { type ArtifactEntry, artifactKey, filterArtifacts, groupByAgent } from "./artifact-entry";

/** Loaded when the first artifact is opened. */
const ArtifactDialog = lazyPart(() => import("./artifact-dialog"));

interface ArtifactBrowserProps {
  artifacts: readonly ArtifactEntry[] | undefined;
  /** Shows artifacts of several agents by agent. */
  byAgent?: boolean;
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

/** Artifacts with a filter, as a gallery or a list. The open preview is in the URL. */
export default function ArtifactBrowser({
  artifacts,
  byAgent = false,
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
          placeholder={byAgent ? "Filter by path or agent" : "Filter by path"}
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
      <ArtifactList artifacts={shown} view={view} byAgent={byAgent} />
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
  byAgent: boolean;
}

interface ArtifactItemsProps {
  artifacts: readonly ArtifactEntry[];
  view: "gallery" | "list";
  onOpen: (artifact: ArtifactEntry) => void;
}

function ArtifactItems({ artifacts, view, onOpen }: ArtifactItemsProps) {
  const gallery = "grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6";
  const Artifact = view === "gallery" ? ArtifactCard : ArtifactListRow;
  return (
    <ul aria-label="Artifacts" className={view === "gallery" ? gallery : "border-t"}>
      {artifacts.map((artifact) => (
        <li key={artifactKey(artifact)} className="min-w-0">
          <Artifact artifact={artifact} onOpen={() => onOpen(artifact)} />
        </li>
      ))}
    </ul>
  );
}

/** The artifacts, and a preview dialog that can step through them. */
function ArtifactList({ artifacts, view, byAgent }: ArtifactListProps) {
  const url = useUrlState();
  const open = url.get("file");
  const openIndex = artifacts.findIndex((artifact) => artifactKey(artifact) === open);
  const goTo = (index: number) => {
    const artifact = artifacts[index];
    return artifact ? () => url.set({ file: artifactKey(artifact) }) : undefined;
  };
  const show = (artifact: ArtifactEntry) => url.set({ file: artifactKey(artifact) });
  if (artifacts.length === 0) return null;
  return (
    <>
      {byAgent ? (
        groupByAgent(artifacts).map(({ agent, artifacts: ofAgent }) => (
          <section key={agent.id} aria-label={agent.name || "Unnamed"} className="space-y-2">
            <h2 className="flex min-w-0 items-baseline gap-2 text-sm">
              <Link href={paths.agent(agent.id)} prefetch={false} className="truncate font-medium hover:underline">
                <bdi>{agent.name || "Unnamed"}</bdi>
              </Link>
              <span className="text-muted-foreground text-xs tabular-nums">{ofAgent.length}</span>
            </h2>
            <ArtifactItems artifacts={ofAgent} view={view} onOpen={show} />
          </section>
        ))
      ) : (
        <ArtifactItems artifacts={artifacts} view={view} onOpen={show} />
      )}
      {openIndex === -1 ? null : (
        <ArtifactDialog
          artifact={artifacts[openIndex]}
          onClose={() => url.set({ file: "" })}
          onPrevious={goTo(openIndex - 1)}
          onNext={goTo(openIndex + 1)}
        />
      )}
    </>
  );
}
