"use client";

import { useQuery } from "@tanstack/react-query";
import { GitBranch } from "lucide-react";
import Link from "next/link";
import { contentQuery, type RepositoryLocation } from "@/components/repositories/content-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { CallError } from "@/lib/client/call-error";
import { fileText } from "@/lib/model/hosting/file-text";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { BlameView } from "./blame-view";
import { DocumentLinks } from "./document-links";
import { FileHistory } from "./file-history";
import { type FileTab, FileTabs } from "./file-tabs";
import { FileView } from "./file-view";
import { FolderList } from "./folder-list";
import { LazyMarkdown } from "./lazy-markdown";

const readmeName = /^readme(?:\.(?:md|markdown|txt))?$/i;

interface CodeTabProps {
  name: RepositoryName;
  location: RepositoryLocation;
}

/** The folder or file at a path: its content, blame or history. */
export function CodeTab({ name, location, tab }: CodeTabProps & { tab: FileTab }) {
  const { data, error, refetch } = useQuery(contentQuery(name, location));
  const readme = data?.entries?.find((entry) => entry.type === "file" && readmeName.test(entry.name));
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Breadcrumbs name={name} location={location} />
        {location.path && (data?.type === "file" || data?.type === "dir") ? (
          <FileTabs name={name} location={location} current={tab} isFolder={data.type === "dir"} />
        ) : null}
      </div>
      {error ? (
        <>
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "Showing the last known content." : "Couldn't load this path."}
          </CallFailure>
          {error instanceof CallError && error.status === 404 && (location.path || location.revision) ? (
            <Link href={paths.repository(name)} className="text-sm underline">
              Go to the default branch
            </Link>
          ) : null}
        </>
      ) : null}
      {!data && !error ? <SkeletonRows label="Loading files" /> : null}
      {tab === "history" && data ? <FileHistory name={name} location={location} /> : null}
      {tab === "blame" && data?.type === "file" ? <BlameView name={name} location={location} /> : null}
      {data?.type === "dir" && tab !== "history" ? (
        <>
          <FolderList name={name} location={location} entries={data.entries ?? []} />
          {readme ? <Readme name={name} location={{ ...location, path: readme.path }} /> : null}
        </>
      ) : null}
      {data?.type === "file" && tab === "" ? (
        <DocumentLinks name={name} location={location}>
          <FileView key={data.sha} content={data} />
        </DocumentLinks>
      ) : null}
      {data && data.type !== "dir" && data.type !== "file" ? (
        <EmptyState icon={GitBranch} title="Submodule">
          Points to commit {data.sha.slice(0, 12)} in another repository, so its files aren't shown here.
        </EmptyState>
      ) : null}
    </div>
  );
}

function Breadcrumbs({ name, location }: CodeTabProps) {
  const parts = location.path.split("/").filter(Boolean);
  return (
    <nav aria-label="Path" className="break-all font-mono text-sm">
      <ol className="flex flex-wrap gap-x-1">
        <li>
          <Link
            prefetch={false}
            href={paths.repositoryAt(name, { ref: location.revision })}
            className="hover:underline"
          >
            {name.repoName}
          </Link>
        </li>
        {parts.map((part, index) => {
          const path = parts.slice(0, index + 1).join("/");
          const last = index === parts.length - 1;
          return (
            <li key={path}>
              <span aria-hidden className="text-muted-foreground">
                /{" "}
              </span>
              {last ? (
                <span aria-current="page" className="font-medium">
                  {part}
                </span>
              ) : (
                <Link
                  prefetch={false}
                  href={paths.repositoryAt(name, { ref: location.revision, path })}
                  className="hover:underline"
                >
                  {part}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The folder's README, if it can be read as text. */
function Readme({ name, location }: { name: RepositoryName; location: RepositoryLocation }) {
  const { data } = useQuery(contentQuery(name, location));
  const read = data?.content === undefined ? undefined : fileText(data.content);
  if (read?.kind !== "text") return null;
  return (
    <section aria-label={data?.name ?? "README"} className="rounded-md border p-4 text-sm">
      <DocumentLinks name={name} location={location}>
        <LazyMarkdown text={read.text} />
      </DocumentLinks>
    </section>
  );
}
