"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { branchFileQuery, type FileLocation } from "@/components/environment/environment-file";
import { contentQuery } from "@/components/repositories/content-queries";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { ErrorNotice } from "@/components/ui/error-notice";
import { PageHeader } from "@/components/ui/page-header";
import { usePageRouter } from "@/components/ui/use-page-router";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { paths } from "@/lib/model/paths";
import { LazyCommittedNotice } from "./lazy-views";
import { fileParents, LoadingFile } from "./loading-file";
import { locationText } from "./source";
import { suggestFile } from "./suggest-file";
import Workbench from "./workbench";

interface BranchFileScreenProps {
  author: { name: string; email: string };
  canCommit: boolean;
  location: FileLocation;
  initialText: string;
}

/** The editor of a branch's environment file. */
export default function BranchFileScreen({ location, initialText, author, canCommit }: BranchFileScreenProps) {
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
  if (!file.data || file.isFetching || (isNew && root.isPending)) return <LoadingFile location={location} />;
  const { data } = file;
  const source = { kind: "branch" as const, ...location, branch: data.branch };
  return (
    <Workbench
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

function FileError({ location, error, onRetry }: { location: FileLocation; error: Error; onRetry: () => void }) {
  const { repository } = location;
  return (
    <>
      <PageHeader title={`${repository.ownerSlug}/${repository.repoName}`} parents={fileParents} />
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
