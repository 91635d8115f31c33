"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserOnly } from "@/components/ui/browser-only";
import { ErrorNotice } from "@/components/ui/error-notice";
import { sizeText } from "@/components/ui/format-size";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { readErrorBody } from "@/lib/contract/errors";
import { artifactUrl } from "./artifact-url";
import type { ArtifactEntry } from "./artifact-entry";
import { artifactKey } from "./artifact-entry";

/** Loaded when a Markdown file is opened: it is most of this screen's code. */
const MarkdownText = browserOnly(
  () => import("@/components/transcript/markdown").then((module) => module.MarkdownText),
  () => <Skeleton className="h-40 w-full" />,
);

const mostBytes = 256 * 1024;

async function readBeginning({ agent, path, sizeBytes }: ArtifactEntry, signal: AbortSignal): Promise<string> {
  const response = await fetch(artifactUrl(agent.id, path, "text"), {
    signal,
    cache: "no-store",
    headers: sizeBytes > mostBytes ? { range: `bytes=0-${mostBytes - 1}` } : {},
  });
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    throw new Error(readErrorBody(body)?.message ?? `The file could not be read (${response.status}).`);
  }
  return response.text();
}

/** A file as text, or as what its Markdown says; of a huge one only the beginning is read. */
export function TextPreview({ artifact, markdown }: { artifact: ArtifactEntry; markdown: boolean }) {
  const [form, setForm] = useState<"shown" | "source">("shown");
  const { data, error } = useQuery({
    queryKey: ["artifact-text", artifactKey(artifact), artifact.updatedAt] as const,
    queryFn: ({ signal }) => readBeginning(artifact, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNotice title={error.message}>The file itself was not changed.</ErrorNotice>;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const cut = artifact.sizeBytes > mostBytes;
  return (
    <div className="space-y-2">
      {markdown ? (
        <Segmented
          label="Shown as"
          value={form}
          options={[
            { value: "shown", label: "Markdown" },
            { value: "source", label: "Source" },
          ]}
          onChange={setForm}
        />
      ) : null}
      {cut ? (
        <p className="text-muted-foreground text-xs">
          The first {sizeText(mostBytes)} of {sizeText(artifact.sizeBytes)}. Save the file to read all of it.
        </p>
      ) : null}
      {markdown && form === "shown" ? (
        <div className="rounded-md border p-3">
          <MarkdownText text={data} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
        <pre tabIndex={0} className="max-h-[60vh] overflow-auto rounded-md border bg-code p-3 font-mono text-xs">
          {data === "" ? "The file is empty." : data}
        </pre>
      )}
    </div>
  );
}
