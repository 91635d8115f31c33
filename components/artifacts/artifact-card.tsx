"use client";

import { useState } from "react";
import { sizeText } from "@/components/ui/format-size";
import { lazyPart } from "@/components/ui/lazy-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { deliveryOf, fileName } from "@/lib/model/artifacts/delivery";
import { type ArtifactEntry, shortPath } from "./artifact-entry";
import { artifactUrl } from "./artifact-url";
import { KindIcon } from "./kind-icon";

interface ArtifactCardProps {
  artifact: ArtifactEntry;
  onOpen: () => void;
}

const TextThumbnail = lazyPart(() => import("./text-thumbnail"));

const textKinds: ReadonlySet<string> = new Set(["text", "markdown", "source"]);
const hasTextThumbnail = ({ path, sizeBytes }: ArtifactEntry) => textKinds.has(deliveryOf(path).kind) && sizeBytes > 0;

/** Larger images aren't downloaded for a thumbnail. */
const maxThumbnailBytes = 5_000_000;

export function ArtifactCard({ artifact, onOpen }: ArtifactCardProps) {
  const { path, sizeBytes, updatedAt, agent } = artifact;
  const [failed, setFailed] = useState(false);
  const hasThumbnail = !failed && deliveryOf(path).kind === "image" && sizeBytes <= maxThumbnailBytes;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full min-w-0 flex-col overflow-hidden rounded-md border bg-card text-left hover:border-input"
    >
      <span className="flex h-32 w-full items-center justify-center border-b bg-muted">
        {hasThumbnail ? (
          // biome-ignore lint/performance/noImgElement: the file as it is, behind the session
          <img
            src={artifactUrl(agent.id, path)}
            alt=""
            loading="lazy"
            onError={() => setFailed(true)}
            className="size-full object-contain"
          />
        ) : hasTextThumbnail(artifact) ? (
          <TextThumbnail artifact={artifact} />
        ) : (
          <KindIcon path={path} className="size-8 text-muted-foreground" />
        )}
      </span>
      <span className="w-full min-w-0 space-y-0.5 p-2">
        <span className="block truncate font-medium text-sm" title={shortPath(path)}>
          {fileName(path)}
        </span>
        <span className="flex justify-between gap-2 text-muted-foreground text-xs">
          <span>{sizeText(sizeBytes)}</span>
          <RelativeTime iso={updatedAt} />
        </span>
      </span>
    </button>
  );
}

export function ArtifactListRow({ artifact, onOpen }: ArtifactCardProps) {
  const { path, sizeBytes, updatedAt } = artifact;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full grid-cols-[auto_1fr_auto] items-center gap-x-3 border-b px-2 py-2 text-left text-sm hover:bg-muted/60 sm:grid-cols-[auto_1fr_5rem_6rem]"
    >
      <KindIcon path={path} className="size-4 text-muted-foreground" />
      <span className="min-w-0">
        <span className="block truncate font-mono text-xs" title={path}>
          {shortPath(path)}
        </span>
      </span>
      <span className="text-right text-muted-foreground text-xs">{sizeText(sizeBytes)}</span>
      <span className="hidden text-right text-muted-foreground text-xs sm:block">
        <RelativeTime iso={updatedAt} />
      </span>
    </button>
  );
}
