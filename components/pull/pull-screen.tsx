"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { pullQuery } from "@/components/pulls/pull-query";
import { PullState } from "@/components/pulls/pull-state";
import { useHostingChanges } from "@/components/pulls/use-hosting-changes";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { MarkdownText } from "@/components/transcript/markdown";
import { browserOnly } from "@/components/ui/browser-only";
import { CallFailure } from "@/components/ui/call-failure";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { TabBar } from "@/components/ui/tab-bar";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { actorName } from "@/lib/model/hosting/actor-name";
import { paths } from "@/lib/model/paths";
import { Conversation } from "./conversation";
import { pullFilesQuery, stackQuery } from "./detail-queries";
import { MergeBox } from "./merge-box";
import { NewVersionBanner } from "./new-version-banner";
import { PullActions } from "./pull-actions";
import { PullCommits } from "./pull-commits";
import { PullLabels } from "./pull-labels";
import { layersOf, neighborsOf } from "./stack";
import { StackRail } from "./stack-rail";
import { usePullShortcuts } from "./use-pull-shortcuts";

/** Only this tab needs the ruleset schemas. */
const PullChecks = lazy(() =>
  retryImport(() => import("./pull-checks").then((module) => ({ default: module.PullChecks }))),
);

/** Only this tab needs the diff viewer, a large chunk. */
const loadFiles = () => import("./files/pull-files").then((module) => module.PullFiles);
const PullFiles = browserOnly(loadFiles, () => <SkeletonRows label="Loading changed files" />);

// A link to the Files tab starts loading its code before hydration.
if (typeof window !== "undefined" && new URLSearchParams(window.location.search).get("tab") === "files") {
  loadFiles().catch(() => undefined);
}

const tabs = [
  { id: "", name: "Conversation" },
  { id: "commits", name: "Commits" },
  { id: "checks", name: "Checks" },
  { id: "files", name: "Files" },
] as const;

interface PullScreenProps {
  name: PullName;
  /** The signed-in user. */
  me: { name: string | null; email: string };
  canWrite: boolean;
}

/** One pull request: conversation, commits, checks and files. */
export function PullScreen({ name, me, canWrite }: PullScreenProps) {
  useHostingChanges();
  const url = useUrlState();
  const tab = tabs.find(({ id }) => id === url.get("tab"))?.id ?? "";
  const { data: pull, error, refetch } = useQuery({ ...pullQuery(callProxy, name), refetchInterval: 10_000 });
  usePrefetchFiles(name, pull, tab === "files");
  const stack = useInfiniteQuery(stackQuery(name, pull?.stack?.id ?? ""));
  const layers = layersOf(stack.data?.pages.flatMap((page) => page.pullRequests) ?? []);
  const { parent, child } = pull ? neighborsOf(layers, pull) : {};
  usePullShortcuts({
    ...{ name, tabs, canWrite, parent: parent?.number, child: child?.number },
    onTab: (id) => url.set({ tab: id }),
  });
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const fullName = `${name.ownerSlug}/${name.repoName}`;
  const repository = repositories.data?.find((each) => each.fullName.toLowerCase() === fullName.toLowerCase());

  if (!pull) {
    return (
      <div className="p-4">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            Couldn't load the pull request.
          </CallFailure>
        ) : (
          <SkeletonRows label="Loading pull request" />
        )}
      </div>
    );
  }
  return (
    <div>
      <PullHeader name={name} pull={pull} canWrite={canWrite} />
      {pull.stack ? <StackRail name={name} pull={pull} /> : null}
      <TabBar
        label="Pull request sections"
        tabs={tabs.map(({ id, name: title }) => ({
          name: title,
          detail:
            id === "files" ? (
              <span className="text-muted-foreground text-xs">{pull.version.diffError ? "?" : pull.changedFiles}</span>
            ) : null,
          current: id === tab,
          onSelect: () => url.set({ tab: id }),
        }))}
      />
      <div className="p-4">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            Showing the last known state.
          </CallFailure>
        ) : null}
        {tab === "" ? (
          <div className="max-w-3xl space-y-4">
            <section aria-label="Description" className="rounded-md border p-3 text-sm">
              {pull.body.trim() ? (
                <MarkdownText text={pull.body} />
              ) : (
                <p className="text-muted-foreground">No description.</p>
              )}
            </section>
            <Conversation name={name} pull={pull} canWrite={canWrite} />
            <MergeBox name={name} pull={pull} repository={repository} canWrite={canWrite} />
          </div>
        ) : null}
        {tab === "commits" ? <PullCommits name={name} pull={pull} /> : null}
        {tab === "checks" ? (
          <Suspense fallback={<SkeletonRows label="Loading checks" />}>
            <PullChecks name={name} pull={pull} defaultBranch={repository?.defaultBranch} canWrite={canWrite} />
          </Suspense>
        ) : null}
        {tab === "files" ? <PullFiles name={name} pull={pull} me={me} canWrite={canWrite} /> : null}
      </div>
      {/* The Files tab shows new versions in its version picker. */}
      {tab === "files" ? null : <NewVersionBanner name={name} pull={pull} />}
    </div>
  );
}

/** Prefetches the first changed files while the diff viewer is loading. */
function usePrefetchFiles(name: PullName, pull: PullRequest | undefined, active: boolean): void {
  const client = useQueryClient();
  const prefetch = useEffectEvent(() => {
    if (pull) void client.prefetchInfiniteQuery(pullFilesQuery(name, pull.version.number));
  });
  const isLoaded = pull !== undefined;
  useEffect(() => {
    if (active && isLoaded) prefetch();
  }, [active, isLoaded]);
}

function PullHeader({ name, pull, canWrite }: { name: PullName; pull: PullRequest; canWrite: boolean }) {
  const parent = pull.stack?.parentPullRequest;
  return (
    <header className="space-y-1.5 border-b px-4 py-3">
      <div className="flex items-start justify-between gap-2">
        <h1 className="min-w-0 flex-1 break-words font-semibold text-lg">
          {pull.title} <span className="font-normal text-muted-foreground">#{pull.number}</span>
        </h1>
        {canWrite ? <PullActions name={name} pull={pull} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground text-xs">
        <PullState pull={pull} />
        <Link href={paths.repository(name)} className="hover:underline">
          {name.ownerSlug}/{name.repoName}
        </Link>
        <span className="inline-flex min-w-0 items-center gap-1 font-mono">
          <span className="truncate">{pull.head.ref}</span>
          <CopyButton text={pull.head.ref} what="branch" />
          <ArrowRight aria-label="into" className="size-3 shrink-0" />
          <span className="truncate">{pull.base.ref}</span>
        </span>
        <span>
          opened <RelativeTime iso={pull.createdAt} /> by {actorName(pull.author)}
        </span>
        <span>version {pull.version.number}</span>
        <span className="tabular-nums">
          <span className="text-success">+{pull.additions}</span> <span className="text-danger">−{pull.deletions}</span>
        </span>
        {parent ? (
          <span>
            stacked on{" "}
            <Link href={paths.pull({ ...name, pullNumber: parent.number })} className="underline">
              #{parent.number}
            </Link>
          </span>
        ) : null}
        <Link href={paths.agentsOfPull(name)} prefetch={false} className="underline">
          Agents
        </Link>
        {pull.mergeCommitSha ? (
          <span>
            merged as <code className="font-mono">{pull.mergeCommitSha.slice(0, 8)}</code>
          </span>
        ) : null}
      </div>
      <PullLabels name={name} pull={pull} canWrite={canWrite} />
    </header>
  );
}
