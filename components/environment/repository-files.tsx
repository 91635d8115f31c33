"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, FileQuestion } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { LoadState } from "@/components/ui/load-state";
import { Skeleton } from "@/components/ui/skeleton";
import { callProxy } from "@/lib/client/call";
import type { Repo } from "@/lib/contract/hosting/repo";
import { matchesWords } from "@/lib/model/matches-words";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { fileTextQuery } from "./environment-file";
import { useFilePath } from "./file-path";

const pageSize = 20;

/** The repositories with the state of their environment files. */
export default function RepositoryFiles() {
  const query = useQuery(hostedRepositoriesQuery(callProxy));
  const { data } = query;
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(pageSize);
  const matching = (data ?? []).filter(({ fullName }) => matchesWords(fullName, text));
  if (data?.length === 0) return null;
  return (
    <section aria-label="Environment files" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-sm">Repositories</h2>
        {(data?.length ?? 0) > pageSize ? (
          <Input
            type="search"
            aria-label="Filter repositories"
            placeholder="Filter repositories"
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="w-full sm:w-64"
          />
        ) : null}
      </div>
      <LoadState query={query} failed="Couldn't load repositories." loading="Loading repositories" />
      {data && matching.length === 0 ? <p className="text-muted-foreground text-sm">No matches.</p> : null}
      {matching.length > 0 ? (
        <div className="overflow-hidden rounded-md border">
          <table className="w-full text-left text-sm">
            <thead className="text-muted-foreground text-xs">
              <tr className="border-b">
                <th scope="col" className="px-3 py-1.5 font-medium">
                  Repository
                </th>
                <th scope="col" className="px-3 py-1.5 font-medium max-sm:hidden">
                  Branch
                </th>
                <th scope="col" className="px-3 py-1.5 font-medium">
                  File
                </th>
              </tr>
            </thead>
            <tbody className="divide-y">
              {matching.slice(0, limit).map((repository) => (
                <RepositoryRow key={repository.id} repository={repository} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {matching.length > limit ? (
        <Button size="small" onClick={() => setLimit(limit + pageSize)}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}

function RepositoryRow({ repository }: { repository: Repo }) {
  const path = useFilePath();
  const { owner, name, fullName, defaultBranch } = repository;
  return (
    <tr className="relative hover:bg-muted/50">
      <th scope="row" className="max-w-0 truncate px-3 py-2 font-medium sm:w-1/2">
        <Link
          href={paths.environment({ repository: fullName, branch: defaultBranch, path })}
          prefetch={false}
          className="after:absolute after:inset-0"
        >
          {fullName}
        </Link>
      </th>
      <td className="px-3 py-2 font-mono text-muted-foreground text-xs max-sm:hidden">{defaultBranch}</td>
      <td className="px-3 py-2">
        <FileState file={{ repository: { ownerSlug: owner.slug, repoName: name }, ref: defaultBranch, path }} />
      </td>
    </tr>
  );
}

/** The check is loaded with the first file: most repositories have none. */
function useProblems(text: string | null | undefined, path: string) {
  return useQuery({
    queryKey: ["environment-check", path, text] as const,
    enabled: typeof text === "string",
    queryFn: async () => {
      const { checkEnvironment } = await import("@/lib/model/environment/check");
      const { valid, diagnostics } = checkEnvironment(text ?? "", path);
      return { valid, errors: diagnostics.filter(({ severity }) => severity === "error").length };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

function FileState({ file }: { file: Parameters<typeof fileTextQuery>[1] & object }) {
  const { data: text, error } = useQuery(fileTextQuery(callProxy, file));
  const { data: problems } = useProblems(text, file.path);
  if (error) {
    return (
      <Badge tone="warning" title={error.message}>
        <FileQuestion aria-hidden />
        Couldn't load
      </Badge>
    );
  }
  if (text === null) return <span className="text-muted-foreground text-xs">No file</span>;
  if (!problems) return <Skeleton className="w-16" />;
  return problems.valid ? (
    <Badge tone="success">
      <CircleCheck aria-hidden />
      Valid
    </Badge>
  ) : (
    <Badge tone="danger">
      <CircleX aria-hidden />
      {counted(problems.errors, "error")}
    </Badge>
  );
}
