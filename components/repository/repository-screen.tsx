"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, Suspense } from "react";
import { repositoryQuery } from "@/components/repositories/content-queries";
import { branchesQuery } from "@/components/repositories/repository-queries";
import { Badge } from "@/components/ui/badge";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { TabBar } from "@/components/ui/tab-bar";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { retryImport } from "@/lib/client/retry-import";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { CloneAddress } from "./clone-address";
import { CodePart } from "./code-part";
import { ComparePart } from "./compare-part";
import { EmptyPart } from "./empty-part";
import { HistoryPart } from "./history-part";
import { RevisionPicker } from "./revision-picker";

const RulesPart = lazy(() => retryImport(() => import("./rules-part").then((part) => ({ default: part.RulesPart }))));
const SearchPart = lazy(() =>
  retryImport(() => import("./search-part").then((part) => ({ default: part.SearchPart }))),
);
const SettingsParts = lazy(() =>
  retryImport(() => import("./settings-parts").then((part) => ({ default: part.SettingsParts }))),
);
const TagsPart = lazy(() => retryImport(() => import("./tags-part").then((part) => ({ default: part.TagsPart }))));

const views = [
  { id: "", name: "Code" },
  { id: "history", name: "History" },
  { id: "tags", name: "Tags" },
  { id: "compare", name: "Compare" },
  { id: "search", name: "Search" },
  { id: "rules", name: "Rules" },
  { id: "settings", name: "Settings" },
] as const;

/** One repository: its files, its history, and what differs between two revisions. The view is kept in the URL. */
export function RepositoryScreen({ name, mayChange }: { name: RepositoryName; mayChange: boolean }) {
  const url = useUrlState();
  const router = useRouter();
  const hydrated = useHydrated();
  const { data: repo, error, refetch } = useQuery(repositoryQuery(callProxy, name));
  const branches = useQuery(branchesQuery(callProxy, name));
  const view = views.find(({ id }) => id === url.get("view"))?.id ?? "";
  const place = { revision: url.get("ref"), path: url.get("path") };

  if (!repo) {
    return (
      <div className="p-4">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            The repository could not be read.
          </CallFailure>
        ) : (
          <SkeletonRows label="Loading the repository" />
        )}
      </div>
    );
  }
  const ofBranches = view === "" || view === "history" || view === "compare" || view === "search";
  const empty = ofBranches && branches.data?.length === 0;
  return (
    <div>
      <RepositoryHeader name={name} repo={repo} />
      <TabBar
        label="Parts of the repository"
        tabs={views.map(({ id, name: title }) => ({
          name: title,
          href: paths.repositoryAt(name, { view: id, ref: place.revision }),
          prefetch: false,
          current: id === view,
        }))}
      />
      {empty ? (
        <EmptyPart name={name} repo={repo} mayChange={mayChange} />
      ) : !hydrated ? (
        <div className="p-4">
          <SkeletonRows label="Loading" />
        </div>
      ) : (
        <div className="space-y-4 p-4">
          <Suspense fallback={<SkeletonRows label="Loading" />}>
            {view === "tags" ? <TagsPart name={name} /> : null}
            {view === "rules" ? <RulesPart name={name} mayChange={mayChange} /> : null}
            {view === "settings" ? <SettingsParts name={name} repo={repo} mayChange={mayChange} /> : null}
            {view === "compare" ? (
              <ComparePart
                name={name}
                base={url.get("base") || repo.defaultBranch}
                head={place.revision || repo.defaultBranch}
              />
            ) : null}
            {ofBranches && view !== "compare" ? (
              <>
                <RevisionPicker
                  name={name}
                  label="Branch"
                  value={place.revision || repo.defaultBranch}
                  onChange={(ref) => router.push(paths.repositoryAt(name, { view, ref, path: place.path }))}
                />
                {view === "" ? <CodePart name={name} place={place} /> : null}
                {view === "history" ? <HistoryPart name={name} revision={place.revision} /> : null}
                {view === "search" ? <SearchPart name={name} revision={place.revision} /> : null}
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
      <h1 className="min-w-0 break-words font-semibold text-lg">
        <span className="font-normal text-muted-foreground">{repo.owner.slug}/</span>
        {repo.name}
      </h1>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        <Badge>{repo.visibility}</Badge>
        <Link href={paths.pullsOf(name)} className="underline">
          Pull requests
        </Link>
        <CloneAddress cloneUrl={repo.cloneUrl} />
      </div>
    </header>
  );
}
