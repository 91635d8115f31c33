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
import type { Mirror } from "@/lib/contract/admin/mirrors/mirror";
import type { MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { MirrorJob } from "./mirror-job";
import { type MirrorAction, mirrorActions, mirrorActionTexts, mirrorState } from "./mirror-states";

const MirrorActionDialog = lazy(() => retryImport(() => import("./mirror-action-dialog")));
const MirrorSourceDialog = lazy(() => retryImport(() => import("./mirror-source-dialog")));

/** The mirror of a repository: upstream, state and actions. */
export function MirrorSection({ name, repo }: { name: RepositoryName; repo: Repo }) {
  const mirror = useQuery(mirrorQuery(repo.id));
  const jobs = useQuery(mirrorJobsQuery(name));
  const activeJob = jobs.data?.activeJob;
  useRefreshAfterTransition(activeJob?.id);

  const status = mirror.data?.status ?? repo.mirror?.status;
  if (status === undefined) {
    if (mirror.isPending || jobs.isPending) return <SkeletonRows label="Loading mirror" />;
    const error = mirror.error ?? jobs.error;
    return error ? (
      <CallFailure error={error} onRetry={() => Promise.all([mirror.refetch(), jobs.refetch()])}>
        Couldn't load the mirror.
      </CallFailure>
    ) : (
      <p className="text-muted-foreground text-sm">
        This repository isn't a mirror. To mirror another repository, create a new one.
      </p>
    );
  }
  const { title, tone, detail } = mirrorState(status);
  const job = activeJob ?? jobs.data?.lastJob;
  return (
    <div className="space-y-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{title}</Badge>
        <span className="text-muted-foreground">{detail}</span>
      </div>
      <MirrorDetails upstream={mirror.data?.url ?? repo.mirror?.sourceId} mirror={mirror.data} />
      {mirror.error ? (
        <CallFailure error={mirror.error} onRetry={() => mirror.refetch()}>
          Couldn't load the sync status. The state above comes from the repository.
        </CallFailure>
      ) : null}
      {mirror.data?.lastErrorMessage ? (
        <ErrorNotice title={`${mirror.data.lastErrorMessage}.`}>
          Sync failed and will be retried automatically. Code{" "}
          <code className="font-mono">{mirror.data.lastErrorCode}</code>.
        </ErrorNotice>
      ) : null}
      {jobs.error ? (
        <CallFailure error={jobs.error} onRetry={() => jobs.refetch()}>
          Couldn't load the mirror's transitions.
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

/** Refetches the mirror and its repository when a transition starts or ends, since that changes their status. */
function useRefreshAfterTransition(activeJobId: string | undefined): void {
  const client = useQueryClient();
  const previous = useRef(activeJobId);
  useEffect(() => {
    if (previous.current === activeJobId) return;
    previous.current = activeJobId;
    client.invalidateQueries({ queryKey: ["mirrors", "one"] });
    client.invalidateQueries({ queryKey: ["hosting", "repository"] });
  }, [client, activeJobId]);
}

function MirrorDetails({ upstream, mirror }: { upstream: string | undefined; mirror: Mirror | null | undefined }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 grid-cols-[5.5rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)]">
      {upstream ? (
        <>
          <dt className="text-muted-foreground">Upstream</dt>
          <dd className="break-all font-mono text-xs leading-5">{upstream}</dd>
        </>
      ) : null}
      {mirror ? (
        <>
          <dt className="text-muted-foreground">Credential</dt>
          <dd>{mirror.hasCredential ? "Stored for this mirror" : "Service default for this server"}</dd>
          <dt className="text-muted-foreground">Upstream admins</dt>
          <dd className="break-words">{mirror.upstreamAdmins.join(", ") || "None"}</dd>
          <dt className="text-muted-foreground">Last synced</dt>
          <dd>{mirror.lastSyncedAt ? <RelativeTime iso={mirror.lastSyncedAt} /> : "Never"}</dd>
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
  const isPulling = status === "inbound" || status === "transitioning-initial-to-inbound";
  const close = () => setOpen(undefined);
  return (
    <>
      {sync.error ? <CallFailure error={sync.error}>Couldn't start a sync.</CallFailure> : null}
      <div className="flex flex-wrap items-center gap-2">
        {isPulling ? (
          <Button size="small" disabled={sync.isPending} onClick={() => sync.mutate(`refs/heads/${defaultBranch}`)}>
            <RefreshCw aria-hidden />
            {sync.isPending ? "Starting…" : "Sync now"}
          </Button>
        ) : null}
        {mirror && status !== "detached" ? (
          <Button size="small" onClick={() => setOpen("source")}>
            <Pencil aria-hidden />
            Edit upstream
          </Button>
        ) : null}
        {mirrorActions(status, activeJob).map((action) => (
          <Button
            key={action}
            size="small"
            variant={mirrorActionTexts[action].irreversible ? "danger" : "secondary"}
            onClick={() => setOpen(action)}
          >
            {mirrorActionTexts[action].button}
          </Button>
        ))}
        {sync.data ? (
          <span role="status" className="text-muted-foreground text-xs">
            {sync.data.synced ? "Already in sync." : "Sync started."}
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
