"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserOnly } from "@/components/ui/browser-only";
import { ErrorNotice } from "@/components/ui/error-notice";
import { sizeText } from "@/components/ui/format-size";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { readErrorBody } from "@/lib/contract/errors";
import type { ArtifactEntry } from "./artifact-entry";
import { artifactKey } from "./artifact-entry";
import { artifactUrl } from "./artifact-url";

/** Loaded when a Markdown file is opened, because it would be most of this screen's code. */
const MarkdownText = browserOnly(
  () => import("@/components/transcript/markdown").then((module) => module.MarkdownText),
  () => <Skeleton className="h-40 w-full" />,
);

const maxPreviewBytes = 256 * 1024;

async function loadPreview({ agent, path, sizeBytes }: ArtifactEntry, signal: AbortSignal): Promise<string> {
  const response = await fetch(artifactUrl(agent.id, path, "text"), {
    signal,
    cache: "no-store",
    headers: sizeBytes > maxPreviewBytes ? { range: `bytes=0-${maxPreviewBytes - 1}` } : {},
  });
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    throw new Error(readErrorBody(body)?.message ?? `Couldn't load the file (${response.status}).`);
  }
  return response.text();
}

/** A file as text or rendered Markdown. Only the beginning of a large file is loaded. */
export function TextPreview({ artifact, markdown }: { artifact: ArtifactEntry; markdown: boolean }) {
  const [format, setFormat] = useState<"rendered" | "source">("rendered");
  const { data, error } = useQuery({
    queryKey: ["artifact-text", artifactKey(artifact), artifact.updatedAt] as const,
    queryFn: ({ signal }) => loadPreview(artifact, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNotice title={error.message} />;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const isTruncated = artifact.sizeBytes > maxPreviewBytes;
  return (
    <div className="space-y-2">
      {markdown ? (
        <Segmented
          label="Format"
          value={format}
          options={[
            { value: "rendered", label: "Markdown" },
            { value: "source", label: "Source" },
          ]}
          onChange={setFormat}
        />
      ) : null}
      {isTruncated ? (
        <p className="text-muted-foreground text-xs">
          Showing the first {sizeText(maxPreviewBytes)} of {sizeText(artifact.sizeBytes)}. Download the file to see the
          rest.
        </p>
      ) : null}
      {markdown && format === "rendered" ? (
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
