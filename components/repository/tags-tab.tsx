"use client";

import { useQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { tagsQuery } from "@/components/repositories/content-queries";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { LoadState } from "@/components/ui/load-state";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

const pageSize = 100;
const byVersion = new Intl.Collator("en", { numeric: true });

/** The tags of a repository, the highest version first. */
export function TagsTab({ name }: { name: RepositoryName }) {
  const query = useQuery(tagsQuery(name));
  const { data } = query;
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(pageSize);
  const tags = (data?.refs ?? [])
    .map(({ ref, object }) => ({ tag: ref.replace(/^refs\/tags\//, ""), object }))
    .filter(({ tag }) => tag.toLowerCase().includes(text.trim().toLowerCase()))
    .sort((a, b) => byVersion.compare(b.tag, a.tag));
  return (
    <section aria-label="Tags" className="max-w-content space-y-3">
      <LoadState query={query} failed="Couldn't load the tags." loading="Loading tags" />
      {data?.refs.length === 0 ? (
        <EmptyState icon={Tag} title="No tags yet">
          Tags mark commits such as releases. Push one with <code>git push origin v1.0.0</code>.
        </EmptyState>
      ) : null}
      {data && data.refs.length > 0 ? (
        <Input
          type="search"
          aria-label="Filter tags"
          placeholder="Filter tags"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className="divide-y">
        {tags.slice(0, limit).map(({ tag, object }) => (
          <li key={tag} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
            <Tag aria-hidden className="size-3.5 text-muted-foreground" />
            <Link
              prefetch={false}
              href={paths.repositoryAt(name, { ref: tag })}
              className="min-w-0 break-all font-mono hover:underline"
            >
              {tag}
            </Link>
            <span className="text-muted-foreground text-xs">
              {object.type === "tag" ? "annotated" : object.type}{" "}
              <code className="font-mono">{object.sha.slice(0, 8)}</code>
            </span>
            <Link
              prefetch={false}
              href={paths.repositoryAt(name, { view: "compare", base: tag })}
              className="ml-auto text-xs underline"
            >
              Compare<span className="sr-only"> {tag}</span>
            </Link>
          </li>
        ))}
      </ul>
      {tags.length > limit ? <Button onClick={() => setLimit(limit + pageSize)}>Load more</Button> : null}
      {data && data.refs.length > 0 && tags.length === 0 ? (
        <p className="text-muted-foreground text-sm">No matching tags.</p>
      ) : null}
    </section>
  );
}
