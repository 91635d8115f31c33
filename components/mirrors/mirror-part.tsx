"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, RefreshCw } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { mirrorJobsQuery, mirrorQuery, useSyncMirror } from "@/components/mirrors/mirror-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { ErrorNotice } from "@/components/ui/error-notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { retryImport } from "@/lib/client/retry-import";
import type { Mirror } from "@/lib/contract/admin/mirror";
import type { MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { MirrorJob } from "./mirror-job";
import { actionLabels, type MirrorAction, mirrorActions, mirrorStatus } from "./mirror-labels";

const MirrorActionDialog = lazy(() => retryImport(() => import("./mirror-action-dialog")));
const MirrorSourceDialog = lazy(() => retryImport(() => import("./mirror-source-dialog")));

/** The mirror of a repository: its source, its state, and the actions on it. */
export function MirrorPart({ name, repo }: { name: RepositoryName; repo: Repo }) {
  const mirror = useQuery(mirrorQuery(repo.id));
  const jobs = useQuery(mirrorJobsQuery(name));
  const activeJob = jobs.data?.activeJob;
  useRefreshAfterTransition(activeJob?.id);

  const status = mirror.data?.status ?? repo.mirror?.status;
  if (status === undefined) {
    if (mirror.isPending || jobs.isPending) return <SkeletonRows label="Loading the mirror" />;
    const error = mirror.error ?? jobs.error;
    return error ? (
      <CallFailure error={error} onRetry={() => Promise.all([mirror.refetch(), jobs.refetch()])}>
        Whether the repository is a mirror could not be read.
      </CallFailure>
    ) : (
      <p className="text-muted-foreground text-sm">
        This repository stands for itself: it mirrors nothing. A mirror of a repository elsewhere is made as a new
        repository.
      </p>
    );
  }
  const { label, tone, meaning } = mirrorStatus(status);
  const job = activeJob ?? jobs.data?.lastJob;
  return (
    <div className="space-y-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-muted-foreground">{meaning}</span>
      </div>
      <MirrorFacts source={mirror.data?.url ?? repo.mirror?.sourceId} mirror={mirror.data} />
      {mirror.error ? (
        <CallFailure error={mirror.error} onRetry={() => mirror.refetch()}>
          How synchronising goes could not be read; the state above is the repository&apos;s own.
        </CallFailure>
      ) : null}
      {mirror.data?.lastErrorMessage ? (
        <ErrorNotice title={`${mirror.data.lastErrorMessage}.`}>
          Synchronising fails and is tried again by itself. Code{" "}
          <code className="font-mono">{mirror.data.lastErrorCode}</code>.
        </ErrorNotice>
      ) : null}
      {jobs.error ? (
        <CallFailure error={jobs.error} onRetry={() => jobs.refetch()}>
          Its transitions could not be read.
        </CallFailure>
      ) : null}
      {job ? <MirrorJob job={job} active={activeJob !== undefined} /> : null}
      <MirrorActions
        name={name}
        defaultBranch={repo.defaultBranch}
        status={status}
        mirror={mirror.data}
        activeJob={activeJob}
      />
    </div>
  );
}

/** Reads the mirror and its repository again when a transition begins or ends, as their status changes with it. */
function useRefreshAfterTransition(activeJobId: string | undefined): void {
  const client = useQueryClient();
  const before = useRef(activeJobId);
  useEffect(() => {
    if (before.current === activeJobId) return;
    before.current = activeJobId;
    client.invalidateQueries({ queryKey: ["mirrors", "one"] });
    client.invalidateQueries({ queryKey: ["hosting", "repository"] });
  }, [client, activeJobId]);
}

function MirrorFacts({ source, mirror }: { source: string | undefined; mirror: Mirror | null | undefined }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 grid-cols-[5.5rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)]">
      {source ? (
        <>
          <dt className="text-muted-foreground">Source</dt>
          <dd className="break-all font-mono text-xs leading-5">{source}</dd>
        </>
      ) : null}
      {mirror ? (
        <>
          <dt className="text-muted-foreground">Credential</dt>
          <dd>{mirror.hasCredential ? "One of its own is stored" : "The service's own for that server, if any"}</dd>
          <dt className="text-muted-foreground">May turn it</dt>
          <dd className="break-words">{mirror.upstreamAdmins.join(", ") || "Nobody is named"}</dd>
          <dt className="text-muted-foreground">Last in step</dt>
          <dd>{mirror.lastSyncedAt ? <RelativeTime iso={mirror.lastSyncedAt} /> : "Never yet"}</dd>
        </>
      ) : null}
    </dl>
  );
}

interface MirrorActionsProps {
  name: RepositoryName;
  defaultBranch: string;
  status: string;
  mirror: Mirror | null | undefined;
  activeJob: MirrorTransitionJob | undefined;
}

function MirrorActions({ name, defaultBranch, status, mirror, activeJob }: MirrorActionsProps) {
  const sync = useSyncMirror(name);
  const [open, setOpen] = useState<MirrorAction | "source">();
  const follows = status === "inbound" || status === "transitioning-initial-to-inbound";
  const close = () => setOpen(undefined);
  return (
    <>
      {sync.error ? <CallFailure error={sync.error}>No synchronisation was asked for.</CallFailure> : null}
      <div className="flex flex-wrap items-center gap-2">
        {follows ? (
          <Button size="small" disabled={sync.isPending} onClick={() => sync.mutate(`refs/heads/${defaultBranch}`)}>
            <RefreshCw aria-hidden />
            {sync.isPending ? "Asking…" : "Sync now"}
          </Button>
        ) : null}
        {mirror && status !== "detached" ? (
          <Button size="small" onClick={() => setOpen("source")}>
            <Pencil aria-hidden />
            Change the source
          </Button>
        ) : null}
        {mirrorActions(status, activeJob).map((action) => (
          <Button
            key={action}
            size="small"
            variant={actionLabels[action].final ? "danger" : "secondary"}
            onClick={() => setOpen(action)}
          >
            {actionLabels[action].button}
          </Button>
        ))}
        {sync.data ? (
          <span role="status" className="text-muted-foreground text-xs">
            {sync.data.synced ? "It was in step already." : "Asked for; “last in step” above tells when it is done."}
          </span>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {open === "source" && mirror ? <MirrorSourceDialog mirror={mirror} onClose={close} /> : null}
        {open !== undefined && open !== "source" ? (
          <MirrorActionDialog name={name} action={open} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
