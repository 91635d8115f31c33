"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { branchFileQuery, type FileLocation } from "@/components/environment/environment-file";
import { contentQuery } from "@/components/repositories/content-queries";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { usePageRouter } from "@/components/ui/use-page-router";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { parseRepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { useFilePath } from "./file-path";
import { EditorLoading, LazyCommittedNotice } from "./lazy-views";
import { OpenPanel } from "./open-panel";
import { locationText } from "./source";
import { suggestFile } from "./suggest-file";

/** Loaded only when a file is open. */
const LazyWorkbench = browserOnly(() => import("./workbench"), EditorLoading);

interface EnvironmentsScreenProps {
  author: { name: string; email: string };
  canCommit: boolean;
}

/** The editor of environment files. The URL names the open file. */
export function EnvironmentsScreen(props: EnvironmentsScreenProps) {
  const query = useSearchParams();
  const router = usePageRouter();
  const filePath = useFilePath();
  const [initialText, setInitialText] = useState("");
  const repository = parseRepositoryName(query.get("repo") ?? "");
  if (repository) {
    const location = { repository, branch: query.get("branch") ?? "", path: query.get("path") || filePath };
    return <BranchFileScreen key={locationText(location)} location={location} initialText={initialText} {...props} />;
  }
  if (query.get("file") === "new") {
    return (
      <LazyWorkbench
        key={initialText}
        source={{ kind: "loose" }}
        read={undefined}
        initialText={initialText}
        author={props.author}
        canCommit={props.canCommit}
        notice={null}
        onSaved={() => undefined}
        onClose={() => router.push(paths.environments())}
      />
    );
  }
  return (
    <OpenPanel
      onCreate={(text) => {
        setInitialText(text);
        router.push(paths.looseEnvironment());
      }}
    />
  );
}

interface BranchFileScreenProps extends EnvironmentsScreenProps {
  location: FileLocation;
  initialText: string;
}

function BranchFileScreen({ location, initialText, author, canCommit }: BranchFileScreenProps) {
  const router = usePageRouter();
  const client = useQueryClient();
  const file = useQuery({
    ...branchFileQuery(callProxy, location),
    // An open file must not be replaced while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: "always",
  });
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const query = useSearchParams();
  const saved = query.get("committed");
  const fullName = `${location.repository.ownerSlug}/${location.repository.repoName}`;
  const cloneUrl = repositories.data?.find((each) => each.fullName === fullName)?.cloneUrl;

  const isNew = file.data !== undefined && file.data.text === undefined;
  const root = useQuery({
    ...contentQuery(location.repository, { revision: file.data?.headSha ?? "", path: "" }),
    enabled: isNew,
    retry: false,
  });

  if (file.error) return <FileError location={location} error={file.error} onRetry={() => file.refetch()} />;
  if (!file.data || file.isFetching || (isNew && root.isPending)) return <LoadingFile title={fullName} />;
  const { data } = file;
  const source = { kind: "branch" as const, ...location, branch: data.branch };
  return (
    <LazyWorkbench
      source={source}
      read={data}
      initialText={initialText}
      suggestion={isNew ? suggestFile(root.data?.entries?.map(({ name }) => name) ?? []) : undefined}
      author={author}
      canCommit={canCommit}
      notice={
        saved === data.branch ? (
          <LazyCommittedNotice
            location={source}
            onto={query.get("onto") ?? undefined}
            repositoryUrl={cloneUrl?.replace(/\.git$/, "")}
          />
        ) : data.text === undefined ? (
          <p role="status" className="border-b bg-info-soft px-4 py-2 text-info text-sm">
            {data.branch} has no {location.path} yet. Commit to create it.
          </p>
        ) : null
      }
      onSaved={(branch, committed) => {
        const next = { ...location, branch };
        client.setQueryData(branchFileQuery(callProxy, next).queryKey, committed);
        const address = paths.environment({ repository: fullName, branch, path: location.path });
        const onto = branch === data.branch ? "" : `&onto=${encodeURIComponent(data.branch)}`;
        router.replace(`${address}&committed=${encodeURIComponent(branch)}${onto}`);
      }}
      onClose={() => router.push(paths.environments())}
    />
  );
}

const parents = [{ name: "Environments", path: paths.environments() }];

function FileError({ location, error, onRetry }: { location: FileLocation; error: Error; onRetry: () => void }) {
  const { repository } = location;
  return (
    <>
      <PageHeader title={`${repository.ownerSlug}/${repository.repoName}`} parents={parents} />
      <div className="p-4">
        <ErrorNotice
          title={error.message}
          requestId={error instanceof CallError ? error.requestId : undefined}
          action={
            <span className="flex gap-2 pt-1">
              <Button size="small" onClick={onRetry}>
                Try again
              </Button>
              <Button size="small" asChild>
                <Link href={paths.environments()}>Open another file</Link>
              </Button>
            </span>
          }
        >
          Couldn't load {locationText(location)}.
        </ErrorNotice>
      </div>
    </>
  );
}

function LoadingFile({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} parents={parents} />
      <div role="status" aria-label="Loading file" className="space-y-2 p-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
    </>
  );
}
