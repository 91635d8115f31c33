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
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { MirrorJob } from "./mirror-job";
import { actsOf, actWords, type MirrorAct, statusWords } from "./mirror-labels";

const MirrorActDialog = lazy(() => retryImport(() => import("./mirror-action-dialog")));
const MirrorSourceDialog = lazy(() => retryImport(() => import("./mirror-source-dialog")));

/** What the repository mirrors, how that goes, and the ways to change it. */
export function MirrorPart({ name, repo }: { name: RepositoryName; repo: Repo }) {
  const client = useQueryClient();
  const mirror = useQuery(mirrorQuery(repo.id));
  const jobs = useQuery(mirrorJobsQuery(name));
  const sync = useSyncMirror(name);
  const [open, setOpen] = useState<MirrorAct | "source">();
  const activeJob = jobs.data?.activeJob;
  const before = useRef(activeJob?.id);
  useEffect(() => {
    if (before.current === activeJob?.id) return;
    before.current = activeJob?.id;
    // A transition began or ended: the state it leads to is another one.
    client.invalidateQueries({ queryKey: ["mirrors", "one"] });
    client.invalidateQueries({ queryKey: ["hosting", "repository"] });
  }, [client, activeJob?.id]);

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
  const { word, tone, meaning } = statusWords(status);
  const follows = status === "inbound" || status === "transitioning-initial-to-inbound";
  const source = mirror.data?.url ?? repo.mirror?.sourceId;
  const job = activeJob ?? jobs.data?.lastJob;
  return (
    <div className="space-y-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="text-muted-foreground">{meaning}</span>
      </div>
      <dl className="grid gap-x-4 gap-y-1 grid-cols-[5.5rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)]">
        {source ? (
          <>
            <dt className="text-muted-foreground">Source</dt>
            <dd className="break-all font-mono text-xs leading-5">{source}</dd>
          </>
        ) : null}
        {mirror.data ? (
          <>
            <dt className="text-muted-foreground">Credential</dt>
            <dd>
              {mirror.data.hasCredential ? "One of its own is stored" : "The service's own for that server, if any"}
            </dd>
            <dt className="text-muted-foreground">May turn it</dt>
            <dd className="break-words">{mirror.data.upstreamAdmins.join(", ") || "Nobody is named"}</dd>
            <dt className="text-muted-foreground">Last in step</dt>
            <dd>{mirror.data.lastSyncedAt ? <RelativeTime iso={mirror.data.lastSyncedAt} /> : "Never yet"}</dd>
          </>
        ) : null}
      </dl>
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
      {sync.error ? <CallFailure error={sync.error}>No synchronisation was asked for.</CallFailure> : null}
      <div className="flex flex-wrap items-center gap-2">
        {follows ? (
          <Button
            size="small"
            disabled={sync.isPending}
            onClick={() => sync.mutate(`refs/heads/${repo.defaultBranch}`)}
          >
            <RefreshCw aria-hidden />
            {sync.isPending ? "Asking…" : "Sync now"}
          </Button>
        ) : null}
        {mirror.data && status !== "detached" ? (
          <Button size="small" onClick={() => setOpen("source")}>
            <Pencil aria-hidden />
            Change the source
          </Button>
        ) : null}
        {actsOf(status, activeJob).map((act) => (
          <Button
            key={act}
            size="small"
            variant={actWords[act].final ? "danger" : "secondary"}
            onClick={() => setOpen(act)}
          >
            {actWords[act].button}
          </Button>
        ))}
        {sync.data ? (
          <span role="status" className="text-muted-foreground text-xs">
            {sync.data.synced ? "It was in step already." : "Asked for; “last in step” above tells when it is done."}
          </span>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {open === "source" && mirror.data ? (
          <MirrorSourceDialog mirror={mirror.data} onClose={() => setOpen(undefined)} />
        ) : null}
        {open !== undefined && open !== "source" ? (
          <MirrorActDialog name={name} act={open} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </div>
  );
}
