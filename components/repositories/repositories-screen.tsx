"use client";

import { useQuery } from "@tanstack/react-query";
import { BookMarked, FolderSync, Plus } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Options } from "@/components/ui/options";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { Select } from "@/components/ui/select";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useSearchKey } from "@/components/ui/use-search-key";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import type { Repo } from "@/lib/contract/hosting/repo";
import { paths } from "@/lib/model/paths";
import { hostedRepositoriesQuery, namespacesQuery } from "./repository-queries";

const CreateMirrorDialog = lazyPart(() => import("@/components/mirrors/create-mirror-dialog"));
const CreateRepositoryDialog = lazyPart(() => import("./create-repository-dialog"));

interface RepositoriesScreenProps {
  canCreate: boolean;
  /** Email address of the user, if they can create mirrors. */
  mirrorAdminEmail?: string | undefined;
}

/** The repositories the user has access to, by namespace. Filters are stored in the URL. */
export function RepositoriesScreen({ canCreate, mirrorAdminEmail }: RepositoriesScreenProps) {
  const url = useUrlState();
  const [creating, setCreating] = useState<boolean>();
  const [mirroring, setMirroring] = useState<boolean>();
  const namespaces = useQuery(namespacesQuery(callProxy));
  const { data, error, isPending, refetch } = useQuery(hostedRepositoriesQuery(callProxy));
  const slugs = namespaces.data?.map(({ namespace }) => namespace.slug) ?? [];
  const open = namespaces.data?.filter((each) => each.viewerCanCreateRepositories).map((each) => each.namespace.slug);
  const owner = url.get("owner");
  const text = url.get("q");
  const shown = data
    ?.filter((repo) => !owner || repo.owner.slug.toLowerCase() === owner.toLowerCase())
    .filter(({ fullName }) => fullName.toLowerCase().includes(text.toLowerCase()));

  return (
    <div>
      <PageHeader
        title="Repositories"
        detail={shown ? shown.length : null}
        actions={
          canCreate && open && open.length > 0 ? (
            <>
              {mirrorAdminEmail === undefined ? null : (
                <Button onClick={() => setMirroring(true)}>
                  <FolderSync aria-hidden />
                  Mirror repository
                </Button>
              )}
              <Button variant="primary" onClick={() => setCreating(true)}>
                <Plus aria-hidden />
                New repository
              </Button>
            </>
          ) : null
        }
      />
      <FilterBar
        owners={slugs}
        owner={owner}
        text={text}
        onOwner={(next) => url.set({ owner: next })}
        onText={(next) => url.set({ q: next })}
      />
      {error ? (
        <div className="p-4">
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "Showing the last known list." : "Couldn't load the repositories."}
          </CallFailure>
        </div>
      ) : null}
      {isPending ? (
        <div className="px-4">
          <SkeletonRows label="Loading repositories" />
        </div>
      ) : null}
      {shown?.length === 0 ? (
        <EmptyState icon={BookMarked} title={data?.length === 0 ? "No repositories yet" : "No matching repositories"}>
          {data?.length === 0 ? "Create a repository, then push to it." : "Try a different name or namespace."}
        </EmptyState>
      ) : null}
      <ul aria-label="Repositories">
        {shown?.map((repo) => (
          <RepositoryRow key={repo.id} repo={repo} />
        ))}
      </ul>
      {creating !== undefined && open ? (
        <CreateRepositoryDialog owners={open} open={creating} onOpenChange={setCreating} />
      ) : null}
      {mirroring !== undefined && mirrorAdminEmail !== undefined && open ? (
        <CreateMirrorDialog owners={open} me={mirrorAdminEmail} open={mirroring} onOpenChange={setMirroring} />
      ) : null}
    </div>
  );
}

interface FilterBarProps {
  owners: readonly string[];
  owner: string;
  text: string;
  onOwner: (owner: string) => void;
  onText: (text: string) => void;
}

function FilterBar({ owners, owner, text, onOwner, onText }: FilterBarProps) {
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  return (
    <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <div className="w-full sm:w-48">
        <Select aria-label="Namespace" value={owner} onChange={(event) => onOwner(event.target.value)}>
          <option value="">All namespaces</option>
          <Options values={owners} />
        </Select>
      </div>
      <Input
        ref={search}
        type="search"
        aria-label="Filter by name"
        placeholder="Filter by name"
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="w-full sm:w-64"
      />
    </search>
  );
}

function RepositoryRow({ repo }: { repo: Repo }) {
  const { name, owner, defaultBranch, visibility, pushedAt } = repo;
  return (
    <li>
      <Link
        href={paths.repository({ ownerSlug: owner.slug, repoName: name })}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 text-sm hover:bg-muted/60"
      >
        <span className="min-w-0 flex-1 basis-48 truncate">
          <span className="text-muted-foreground">{owner.slug}/</span>
          <span className="font-medium">{name}</span>
        </span>
        <Badge className="capitalize">{visibility}</Badge>
        <span className="max-w-40 truncate font-mono text-muted-foreground text-xs">{defaultBranch}</span>
        <span className="text-muted-foreground text-xs">
          {pushedAt ? (
            <>
              pushed <RelativeTime iso={pushedAt} />
            </>
          ) : (
            "no pushes yet"
          )}
        </span>
      </Link>
    </li>
  );
}
