"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useId } from "react";
import { searchQuery } from "@/components/repositories/content-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useUrlState } from "@/components/ui/use-url-state";
import type { GrepMatch } from "@/lib/contract/hosting/contents/grep-contents";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { counted, plural } from "@/lib/model/plural";
import { highlightMatches } from "./highlight-matches";

/**
 * Searches all files of a revision for text or a regular expression. The query is stored in the URL. The form also
 * works natively, so that input submitted before hydration isn't lost.
 */
export function SearchTab({ name, revision }: { name: RepositoryName; revision: string }) {
  const url = useUrlState();
  const search = { query: url.get("q"), glob: url.get("in"), pattern: url.get("re") !== "" };
  const patternId = useId();
  const { data, error, isFetching, refetch } = useQuery(searchQuery(name, revision, search));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const formData = new FormData(event.currentTarget);
    url.set({
      q: String(formData.get("q") ?? ""),
      in: String(formData.get("in") ?? "").trim(),
      re: formData.has("re") ? "1" : "",
    });
  };
  const files = grouped(data?.matches ?? []);
  return (
    <section aria-label="Search" className="max-w-content space-y-3">
      <search>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="view" value="search" />
          {revision ? <input type="hidden" name="ref" value={revision} /> : null}
          <Field label="Find" className="min-w-0 flex-1 basis-60">
            {(control) => <Input {...control} type="search" name="q" required defaultValue={search.query} />}
          </Field>
          <Field label="Files to include" optional className="w-full sm:w-48">
            {(control) => <Input {...control} name="in" placeholder="src/**/*.ts" defaultValue={search.glob} />}
          </Field>
          <span className="flex items-center gap-2">
            <input
              id={patternId}
              type="checkbox"
              name="re"
              value="1"
              defaultChecked={search.pattern}
              className="size-4 accent-primary"
            />
            <label htmlFor={patternId} className="text-sm">
              Regular expression
            </label>
          </span>
          <Button type="submit" native variant="primary">
            Search
          </Button>
        </form>
      </search>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          Couldn't search.
        </CallFailure>
      ) : null}
      {isFetching && !data ? <SkeletonRows label="Searching" /> : null}
      {data ? (
        <p role="status" className="text-muted-foreground text-sm">
          {data.matches.length === 0
            ? "No matches. Binary and very large files aren't searched."
            : `${data.matches.length} ${plural(data.matches.length, "line")} in ${counted(files.size, "file")}${data.limitHit ? " (more results not shown)" : ""}.`}
        </p>
      ) : null}
      {[...files].map(([path, matches]) => (
        <FileMatches key={path} name={name} revision={revision} path={path} matches={matches} />
      ))}
    </section>
  );
}

function grouped(matches: readonly GrepMatch[]): Map<string, GrepMatch[]> {
  const files = new Map<string, GrepMatch[]>();
  for (const match of matches) files.set(match.path, [...(files.get(match.path) ?? []), match]);
  return files;
}

interface FileMatchesProps {
  name: RepositoryName;
  revision: string;
  path: string;
  matches: readonly GrepMatch[];
}

function FileMatches({ name, revision, path, matches }: FileMatchesProps) {
  return (
    <section aria-label={path} className="overflow-hidden rounded-md border">
      <h2 className="border-b bg-muted/50 px-3 py-1 text-xs">
        <Link
          prefetch={false}
          href={paths.repositoryAt(name, { ref: revision, path })}
          className="break-all font-mono hover:underline"
        >
          {showHiddenCharacters(path)}
        </Link>
      </h2>
      <ul className="py-1 font-mono text-xs">
        {matches.map((match) => (
          <li key={match.lineNumber} className="flex gap-3 px-3 leading-[18px]">
            <span className="w-10 shrink-0 select-none text-right text-muted-foreground tabular-nums">
              {match.lineNumber}
            </span>
            <span className="min-w-0 whitespace-pre-wrap break-all">
              {highlightMatches(match.line, match.submatches).map(({ text, marked, at }) =>
                marked ? (
                  <mark key={at} className="rounded-sm bg-warning-soft text-foreground">
                    {showHiddenCharacters(text)}
                  </mark>
                ) : (
                  showHiddenCharacters(text)
                ),
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
