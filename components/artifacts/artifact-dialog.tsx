"use client";

import { ChevronLeft, ChevronRight, Download, ExternalLink } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { sizeText } from "@/components/ui/format-size";
import { RelativeTime } from "@/components/ui/relative-time";
import { deliveryOf, fileName, isHtml } from "@/lib/model/artifacts/delivery";
import { paths } from "@/lib/model/paths";
import { type ArtifactEntry, artifactKey, shortPath } from "./artifact-entry";
import { artifactUrl } from "./artifact-url";
import { ShareLink } from "./share-link";
import { type RenderedAs, TextPreview } from "./text-preview";

interface ArtifactDialogProps {
  artifact: ArtifactEntry | undefined;
  onClose: () => void;
  /** Shows the previous or next artifact; `undefined` at either end of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

const usesArrowKeys = "input, textarea, video, audio, pre, [role='group']";

/** Full-size preview of an artifact. The arrow keys move through the list. */
export default function ArtifactDialog({ artifact, onClose, onPrevious, onNext }: ArtifactDialogProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest(usesArrowKeys)) return;
    if (event.key === "ArrowLeft") onPrevious?.();
    if (event.key === "ArrowRight") onNext?.();
  };
  return (
    <Dialog
      open={artifact !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={artifact ? fileName(artifact.path) : ""}
      className="top-[4vh] max-h-[92vh] max-w-4xl"
      onKeyDown={onKeyDown}
    >
      {artifact ? (
        <div className="space-y-3">
          <p className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
            <span className="break-all font-mono">{shortPath(artifact.path)}</span>
            <span>{sizeText(artifact.sizeBytes)}</span>
            <RelativeTime iso={artifact.updatedAt} />
            <Link href={paths.agent(artifact.agent.id)} className="underline underline-offset-2">
              {artifact.agent.name}
            </Link>
          </p>
          <Preview key={artifactKey(artifact)} artifact={artifact} />
          <div className="flex flex-wrap items-center gap-2">
            <Button size="small" disabled={!onPrevious} onClick={onPrevious}>
              <ChevronLeft aria-hidden />
              Previous
            </Button>
            <Button size="small" disabled={!onNext} onClick={onNext}>
              Next
              <ChevronRight aria-hidden />
            </Button>
            <Button size="small" asChild>
              <a href={artifactUrl(artifact.agent.id, artifact.path, "save")} download={fileName(artifact.path)}>
                <Download aria-hidden />
                Download
              </a>
            </Button>
            {deliveryOf(artifact.path).kind === "none" ? null : (
              <Button size="small" asChild>
                <a href={artifactUrl(artifact.agent.id, artifact.path)} target="_blank" rel="noopener">
                  <ExternalLink aria-hidden />
                  Open in new tab
                </a>
              </Button>
            )}
          </div>
          <ShareLink key={`link ${artifactKey(artifact)}`} agentId={artifact.agent.id} path={artifact.path} />
        </div>
      ) : null}
    </Dialog>
  );
}

/** How a text file can be shown other than as its source. */
function renderedAs(path: string): RenderedAs | undefined {
  if (deliveryOf(path).kind === "markdown") return "Markdown";
  if (isHtml(path)) return "Page";
  return /\.[ct]sv$/i.test(path) ? "Table" : undefined;
}

function Preview({ artifact }: { artifact: ArtifactEntry }) {
  const [failed, setFailed] = useState(false);
  const { agent, path } = artifact;
  const { kind } = deliveryOf(path);
  const url = artifactUrl(agent.id, path);
  const name = fileName(path);
  if (failed) {
    return (
      <p role="alert" className="rounded-md border bg-muted p-3 text-sm">
        Couldn't preview this file. It may be deleted, damaged, or a different type than its name suggests.
      </p>
    );
  }
  const onError = () => setFailed(true);
  switch (kind) {
    case "image":
      return (
        // biome-ignore lint/performance/noImgElement: the file as it is, behind the session
        <img
          src={url}
          alt={name}
          onError={onError}
          className="mx-auto max-h-[62vh] max-w-full rounded border object-contain"
        />
      );
    case "video":
      return (
        // biome-ignore lint/a11y/useMediaCaption: artifacts have no captions
        <video src={url} controls preload="metadata" onError={onError} className="max-h-[62vh] w-full rounded border" />
      );
    case "audio":
      // biome-ignore lint/a11y/useMediaCaption: artifacts have no captions
      return <audio src={url} controls preload="metadata" onError={onError} className="w-full" />;
    case "pdf":
      return <iframe src={url} title={name} className="h-[62vh] w-full rounded border bg-card" />;
    case "markdown":
    case "text":
    case "source":
      return <TextPreview artifact={artifact} rendered={renderedAs(path)} />;
    case "none":
      return (
        <p className="rounded-md border bg-muted p-3 text-sm">
          No preview for this file type. Download the file to open it.
        </p>
      );
  }
}
