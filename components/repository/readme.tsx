"use client";

import { useQuery } from "@tanstack/react-query";
import { contentQuery, type RepositoryPlace } from "@/components/repositories/content-queries";
import { fileText } from "@/lib/model/hosting/file-text";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { DocumentLinks } from "./document-links";
import { LazyMarkdown } from "./lazy-markdown";

/** The folder's README, below its list; nothing when it can't be read as text. */
export function Readme({ name, place }: { name: RepositoryName; place: RepositoryPlace }) {
  const { data } = useQuery(contentQuery(name, place));
  const read = data?.content === undefined ? undefined : fileText(data.content);
  if (read?.kind !== "text") return null;
  return (
    <section aria-label={data?.name ?? "README"} className="rounded-md border p-4 text-sm">
      <DocumentLinks name={name} place={place}>
        <LazyMarkdown text={read.text} />
      </DocumentLinks>
    </section>
  );
}
