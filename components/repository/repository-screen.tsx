"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, Suspense } from "react";
import { repositoryQuery } from "@/components/repositories/content-queries";
import { branchesQuery } from "@/components/repositories/repository-queries";
import { Badge } from "@/components/ui/badge";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { TabBar } from "@/components/ui/tab-bar";
import { useHydrated } from "@/components/ui/use-hydrated";
import { usePageRouter } from "@/components/ui/use-page-router";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { CloneAddress } from "./clone-address";
import { CodeTab } from "./code-tab";
import { CompareTab } from "./compare-tab";
import { EmptyRepository } from "./empty-repository";
import { HistoryTab } from "./history-tab";
import { RevisionPicker } from "./revision-picker";

const RulesTab = lazy(() => retryImport(() => import("./rules-tab").then((module) => ({ default: module.RulesTab }))));
const SearchTab = lazy(() =>
  retryImport(() => import("./search-tab").then((module) => ({ default: module.SearchTab }))),
);
const SettingsTab = lazy(() =>
  retryImport(() => import("./settings-tab").then((module) => ({ default: module.SettingsTab }))),
);
const TagsTab = lazy(() => retryImport(() => import("./tags-tab").then((module) => ({ default: module.TagsTab }))));

const views = [
  { id: "", name: "Code" },
  { id: "history", name: "History" },
  { id: "tags", name: "Tags" },
  { id: "compare", name: "Compare" },
  { id: "search", name: "Search" },
  { id: "rules", name: "Rules" },
  { id: "settings", name: "Settings" },
] as const;

const fileTabs = ["blame", "history"] as const;

/** One repository with its tabs. The selected tab is stored in the URL. */
export function RepositoryScreen({ name, isAdmin }: { name: RepositoryName; isAdmin: boolean }) {
  const url = useUrlState();
  const router = usePageRouter();
  const hydrated = useHydrated();
  const { data: repo, error, refetch } = useQuery(repositoryQuery(callProxy, name));
  const branches = useQuery(branchesQuery(callProxy, name));
  const view = views.find(({ id }) => id === url.get("view"))?.id ?? "";
  const location = { revision: url.get("ref"), path: url.get("path") };
  // Blame and history of a path belong to the Code tab.
  const fileTab = location.path && fileTabs.find((id) => id === url.get("view"));
  const tab = fileTab ? "" : view;

  if (!repo) {
    return (
      <div className="p-4">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            Couldn't load the repository.
          </CallFailure>
        ) : (
          <SkeletonRows label="Loading repository" />
        )}
      </div>
    );
  }
  const needsBranch = view === "" || view === "history" || view === "compare" || view === "search";
  const empty = needsBranch && branches.data?.length === 0;
  return (
    <div>
      <RepositoryHeader name={name} repo={repo} />
      <TabBar
        label="Repository sections"
        tabs={views.map(({ id, name: title }) => ({
          name: title,
          href: paths.repositoryAt(name, { view: id, ref: location.revision }),
          prefetch: false,
          current: id === tab,
        }))}
      />
      {empty ? (
        <EmptyRepository name={name} repo={repo} isAdmin={isAdmin} />
      ) : !hydrated ? (
        <div className="p-4">
          <SkeletonRows label="Loading" />
        </div>
      ) : (
        <div className="space-y-4 p-4">
          <Suspense fallback={<SkeletonRows label="Loading" />}>
            {view === "tags" ? <TagsTab name={name} /> : null}
            {view === "rules" ? <RulesTab name={name} isAdmin={isAdmin} /> : null}
            {view === "settings" ? <SettingsTab name={name} repo={repo} isAdmin={isAdmin} /> : null}
            {view === "compare" ? (
              <CompareTab
                name={name}
                base={url.get("base") || repo.defaultBranch}
                head={location.revision || repo.defaultBranch}
              />
            ) : null}
            {needsBranch && view !== "compare" ? (
              <>
                <RevisionPicker
                  name={name}
                  label="Branch"
                  value={location.revision || repo.defaultBranch}
                  onChange={(ref) =>
                    router.push(paths.repositoryAt(name, { view: fileTab || view, ref, path: location.path }))
                  }
                />
                {tab === "" ? <CodeTab name={name} location={location} tab={fileTab || ""} /> : null}
                {tab === "history" ? <HistoryTab name={name} revision={location.revision} /> : null}
                {view === "search" ? <SearchTab name={name} revision={location.revision} /> : null}
              </>
            ) : null}
          </Suspense>
        </div>
      )}
    </div>
  );
}

function RepositoryHeader({ name, repo }: { name: RepositoryName; repo: Repo }) {
  return (
    <header className="space-y-1.5 border-b px-4 py-3">
      <Breadcrumbs>
        <Link href={paths.repositories()}>Repositories</Link>
      </Breadcrumbs>
      <h1 className="min-w-0 break-words font-semibold text-lg">
        <span className="font-normal text-muted-foreground">{repo.owner.slug}/</span>
        {repo.name}
      </h1>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        <Badge className="capitalize">{repo.visibility}</Badge>
        <Link href={paths.pullsOf(name)} className="underline">
          Pull requests
        </Link>
        <CloneAddress cloneUrl={repo.cloneUrl} />
      </div>
    </header>
  );
}
