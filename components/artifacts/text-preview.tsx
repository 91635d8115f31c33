"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserOnly } from "@/components/ui/browser-only";
import { ErrorNotice } from "@/components/ui/error-notice";
import { sizeText } from "@/components/ui/format-size";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { fileName } from "@/lib/model/artifacts/delivery";
import type { ArtifactEntry } from "./artifact-entry";
import { artifactKey } from "./artifact-entry";
import { artifactUrl } from "./artifact-url";
import { CsvTable } from "./csv-table";
import { loadText } from "./load-text";

/** Loaded when a Markdown file is opened, because it would be most of this screen's code. */
const MarkdownText = browserOnly(
  () => import("@/components/transcript/markdown"),
  () => <Skeleton className="h-40 w-full" />,
);

const maxPreviewBytes = 256 * 1024;

export type RenderedAs = "Markdown" | "Page" | "Table";

interface TextPreviewProps {
  artifact: ArtifactEntry;
  /** How the file can be shown other than as its source. */
  rendered: RenderedAs | undefined;
}

/** A file as text, or rendered. Only the beginning of a large file is loaded. */
export function TextPreview({ artifact, rendered }: TextPreviewProps) {
  const [format, setFormat] = useState<"rendered" | "source">("rendered");
  const { data, error } = useQuery({
    queryKey: ["artifact-text", artifactKey(artifact), artifact.updatedAt] as const,
    queryFn: ({ signal }) => loadText(artifact, maxPreviewBytes, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNotice title={error.message} />;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  const isTruncated = artifact.sizeBytes > maxPreviewBytes && !(rendered === "Page" && format === "rendered");
  return (
    <div className="space-y-2">
      {rendered ? (
        <Segmented
          label="Format"
          value={format}
          options={[
            { value: "rendered", label: rendered },
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
      {rendered && format === "rendered" ? (
        <Rendered artifact={artifact} as={rendered} text={data} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
        <pre tabIndex={0} className="max-h-[60vh] overflow-auto rounded-md border bg-code p-3 font-mono text-xs">
          {data === "" ? "The file is empty." : data}
        </pre>
      )}
    </div>
  );
}

function Rendered({ artifact, as, text }: { artifact: ArtifactEntry; as: RenderedAs; text: string }) {
  switch (as) {
    case "Markdown":
      return (
        <div className="rounded-md border p-3">
          <MarkdownText text={text} />
        </div>
      );
    case "Table":
      return <CsvTable text={text} delimiter={/\.tsv$/i.test(artifact.path) ? "\t" : ","} />;
    case "Page":
      return (
        <div className="space-y-1">
          <iframe
            src={artifactUrl(artifact.agent.id, artifact.path, "page")}
            title={fileName(artifact.path)}
            sandbox=""
            referrerPolicy="no-referrer"
            className="h-[60vh] w-full rounded-md border bg-white"
          />
          <p className="text-muted-foreground text-xs">Scripts and external files are blocked.</p>
        </div>
      );
  }
}
