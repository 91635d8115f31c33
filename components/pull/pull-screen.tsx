"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { pullQuery } from "@/components/pulls/pull-query";
import { useHostingChanges } from "@/components/pulls/use-hosting-changes";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { ReviewerContext } from "@/components/reviews/reviewer";
import { ReviewerList } from "@/components/reviews/reviewer-list";
import MarkdownText from "@/components/transcript/markdown";
import { MarkdownReferences } from "@/components/transcript/markdown-links";
import { browserOnly } from "@/components/ui/browser-only";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { TabBar } from "@/components/ui/tab-bar";
import { usePageTitle } from "@/components/ui/use-page-title";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { paths } from "@/lib/model/paths";
import { sortStack } from "@/lib/model/pulls/sort-stack";
import { Conversation } from "./conversation";
import { pullFilesQuery, stackQuery } from "./detail-queries";
import { viewedQuery } from "./files/use-viewed";
import { MergeBox } from "./merge-box";
import { NewVersionBanner } from "./new-version-banner";
import { PullCommits } from "./pull-commits";
import { CompactHeader, PullHeader } from "./pull-header";
import { PullLabels } from "./pull-labels";
import { PullRuns } from "./pull-runs";
import { findNeighbors } from "./stack";
import { StackRail } from "./stack-rail";
import { useTabDetails } from "./tab-details";
import { usePullShortcuts } from "./use-pull-shortcuts";

/**
 * Only this tab needs the ruleset schemas. The tab bar loads the same checks, perhaps before this code has loaded: hydrating it then
 * would differ from what the server rendered.
 */
const PullChecks = browserOnly(
  () => import("./pull-checks"),
  () => <SkeletonRows label="Loading checks" />,
);

/** Only this tab needs the diff viewer, a large chunk. */
const loadFiles = () => import("./files/pull-files");
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
  /** Each tab has its own history entry. */
  const openTab = (id: string) => url.set({ tab: id, commit: "" }, { push: true });
  const { data: pull, error, refetch } = useQuery({ ...pullQuery(callProxy, name), refetchInterval: 10_000 });
  usePageTitle(pull && `${pull.title} #${pull.number} · ${name.repoName}`);
  usePrefetchFiles(name, pull, tab === "files");
  const stack = useInfiniteQuery(stackQuery(name, pull?.stack?.id ?? ""));
  const layers = sortStack(stack.data?.pages.flatMap((page) => page.pullRequests) ?? []);
  const { parent, child } = pull ? findNeighbors(layers, pull) : {};
  usePullShortcuts({
    name,
    tabs,
    canWrite,
    parent: parent?.number,
    child: child?.number,
    onTab: openTab,
  });
  const details = useTabDetails(name, pull);
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
    <ReviewerContext value={me}>
      <MarkdownReferences value={name}>
        {/* The changed files fill the window, so that only they scroll. */}
        <div className={tab === "files" ? "flex h-[calc(100dvh-3rem)] flex-col md:h-dvh" : undefined}>
          <div className="shrink-0">
            {tab === "files" ? (
              <CompactHeader name={name} pull={pull} layers={layers} canWrite={canWrite} />
            ) : (
              <PullHeader name={name} pull={pull} canWrite={canWrite} />
            )}
            <TabBar
              label="Pull request sections"
              tabs={tabs.map(({ id, name: title }) => ({
                name: title,
                detail: details[id],
                current: id === tab,
                href: paths.pullTab(name, id),
                prefetch: false,
                onSelect: () => openTab(id),
              }))}
            />
          </div>
          <div className={tab === "files" ? "min-h-0 flex-1 overflow-y-auto px-4 py-2" : "p-4"}>
            {error ? (
              <CallFailure error={error} onRetry={() => refetch()}>
                Showing the last known state.
              </CallFailure>
            ) : null}
            {tab === "" ? <Overview name={name} pull={pull} repository={repository} canWrite={canWrite} /> : null}
            {tab === "commits" ? <PullCommits name={name} pull={pull} /> : null}
            {tab === "checks" ? (
              <PullChecks name={name} pull={pull} defaultBranch={repository?.defaultBranch} canWrite={canWrite} />
            ) : null}
            {tab === "files" ? (
              <PullFiles name={name} pull={pull} repository={repository} me={me} canWrite={canWrite} />
            ) : null}
          </div>
        </div>
        {/* The Files tab shows new versions in its version picker. */}
        {tab === "files" ? null : <NewVersionBanner name={name} pull={pull} />}
      </MarkdownReferences>
    </ReviewerContext>
  );
}

interface OverviewProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  canWrite: boolean;
}

/** The description and the conversation, with the merge state, the stack, the reviewers and the labels next to them. */
function Overview({ name, pull, repository, canWrite }: OverviewProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,48rem)_20rem] lg:gap-6">
      <aside
        aria-label="Status"
        className="min-w-0 space-y-4 lg:sticky lg:top-4 lg:order-last lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto"
      >
        <MergeBox name={name} pull={pull} repository={repository} canWrite={canWrite} />
        {pull.stack ? <StackRail name={name} pull={pull} canWrite={canWrite} /> : null}
        <PullRuns name={name} />
        <ReviewerList name={name} pull={pull} canWrite={canWrite} />
        <PullLabels name={name} pull={pull} canWrite={canWrite} />
      </aside>
      <div className="min-w-0 space-y-4">
        <section aria-label="Description" className="rounded-md border p-3 text-sm">
          {pull.body.trim() ? (
            <MarkdownText text={pull.body} />
          ) : (
            <p className="text-muted-foreground">No description.</p>
          )}
        </section>
        <Conversation name={name} pull={pull} canWrite={canWrite} />
      </div>
    </div>
  );
}

/** Prefetches the first changed files and the user's marks while the diff viewer is loading. */
function usePrefetchFiles(name: PullName, pull: PullRequest | undefined, active: boolean): void {
  const client = useQueryClient();
  const prefetch = useEffectEvent(() => {
    if (!pull) return;
    void client.prefetchInfiniteQuery(pullFilesQuery(name, pull.version.number));
    void client.prefetchQuery(viewedQuery(pull.id));
  });
  const isLoaded = pull !== undefined;
  useEffect(() => {
    if (active && isLoaded) prefetch();
  }, [active, isLoaded]);
}
