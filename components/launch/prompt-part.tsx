"use client";

import { ImagePlus, Link2, X } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { imageTypes, maxImageBytes, maxImages } from "@/lib/contract/agents/prompt";
import type { LaunchImage } from "@/lib/contract/dashboard/launch-fields";
import { launchDraft } from "./draft";
import { rowId } from "./empty-fields";
import { examples } from "./examples";
import { forgetImages, imageBlob, keepImage, useImageBytes } from "./image-bytes";
import { GroupProblem, LaunchField, Meter, useLaunchForm } from "./launch-context";
import { addRow } from "./row-actions";

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(bytes < 1024 * 1024 ? 2 : 1)} MB`;

function refusalOf(file: File): string | undefined {
  if (!imageTypes.some((type) => type === file.type)) return "is no PNG, JPEG, GIF or WebP image";
  if (file.size > maxImageBytes) return `is ${megabytes(file.size)}; at most 15 MB`;
  return file.size === 0 ? "is empty" : undefined;
}

export function PromptPart() {
  const { fields, change } = useLaunchForm();
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const room = maxImages - fields.images.length;

  const attach = (files: readonly File[]) => {
    const problems: string[] = [];
    const added: LaunchImage[] = [];
    for (const file of files) {
      const name = file.name || "the pasted image";
      const problem = added.length >= room ? `is one too many; at most ${maxImages}` : refusalOf(file);
      if (problem) {
        problems.push(`${name} ${problem}.`);
        continue;
      }
      const id = rowId();
      keepImage(id, file);
      added.push({ id, source: "file", url: "", fileName: name, mimeType: file.type, size: file.size });
    }
    setRefused(problems);
    if (added.length > 0) change({ images: [...launchDraft.read().fields.images, ...added] });
  };
  const addLink = () => {
    const id = rowId();
    const link = { id, source: "link" as const, url: "", fileName: "", mimeType: "", size: 0 };
    addRow(id, () => change({ images: [...fields.images, link] }));
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    attach([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button below
    <div
      className={classNames("space-y-3 rounded-md", over && "outline-2 outline-primary outline-offset-4")}
      onPaste={onPaste}
      onDrop={onDrop}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      <LaunchField
        at="prompt"
        label="Prompt"
        hint="The built-in script agent runs fenced sh blocks, writes file blocks and applies diff blocks; without any it searches the repository."
      >
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            value={fields.prompt}
            onChange={({ target }) => change({ prompt: target.value })}
            placeholder="What should the agent do?"
            className="max-h-[50vh] min-h-36 font-mono"
          />
        )}
      </LaunchField>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground text-xs">Examples</span>
        {examples.map(({ name, text }) => (
          <Button key={name} size="small" onClick={() => change({ prompt: text })}>
            {name}
          </Button>
        ))}
      </div>
      {fields.images.length > 0 ? (
        <ul className="space-y-2" aria-label="Images">
          {fields.images.map((image, index) => (
            <Image
              key={image.id}
              image={image}
              number={index + 1}
              onLink={(url) =>
                change({ images: fields.images.map((each) => (each.id === image.id ? { ...each, url } : each)) })
              }
              onRemove={() => {
                forgetImages([image.id]);
                change({ images: fields.images.filter(({ id }) => id !== image.id) });
              }}
            />
          ))}
        </ul>
      ) : null}
      <GroupProblem at="images" />
      {refused.length > 0 ? (
        <div role="alert" className="text-danger text-xs">
          {refused.map((each) => (
            <p key={each}>{each}</p>
          ))}
          <p>Not attached.</p>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={picker}
          type="file"
          accept={imageTypes.join(",")}
          multiple
          hidden
          aria-label="Image files"
          onChange={({ target }) => {
            attach([...(target.files ?? [])]);
            target.value = "";
          }}
        />
        <Button size="small" disabled={room <= 0} onClick={() => picker.current?.click()}>
          <ImagePlus aria-hidden />
          Attach images
        </Button>
        <Button size="small" disabled={room <= 0} onClick={addLink}>
          <Link2 aria-hidden />
          Link an image
        </Button>
        <span className="text-muted-foreground text-xs">
          <Meter value={fields.images.length} most={maxImages} />. Paste or drop PNG, JPEG, GIF, WebP; up to 15 MB each.
        </span>
      </div>
    </div>
  );
}

interface ImageProps {
  image: LaunchImage;
  number: number;
  onLink: (url: string) => void;
  onRemove: () => void;
}

function Image({ image, number, onLink, onRemove }: ImageProps) {
  const { problems } = useLaunchForm();
  const { id, source, url, fileName, size } = image;
  const problem = problems[id];
  return (
    <li data-row={id} data-control={id} className="space-y-1">
      <div className="flex items-center gap-2">
        {source === "file" ? (
          <>
            <Thumbnail id={id} />
            <span className="min-w-0 flex-1 truncate text-sm">{fileName}</span>
            <span className="shrink-0 text-muted-foreground text-xs">{megabytes(size)} of 15 MB</span>
          </>
        ) : (
          <Input
            aria-label={`Link of image ${number}`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-p` : undefined}
            value={url}
            placeholder="https://… The service fetches it."
            onChange={({ target }) => onLink(target.value)}
            className="font-mono"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <Button variant="quiet" size="icon" aria-label={`Remove image ${number}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      {problem ? (
        <p
          id={`${id}-p`}
          data-problem={source === "file" ? true : undefined}
          tabIndex={-1}
          className="text-danger text-xs"
        >
          Image {number}: {problem}
        </p>
      ) : null}
    </li>
  );
}

function Thumbnail({ id }: { id: string }) {
  useImageBytes();
  const blob = imageBlob(id);
  const address = useMemo(() => (blob ? URL.createObjectURL(blob) : undefined), [blob]);
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);
  if (!address) return <span className="size-10 shrink-0 rounded border bg-muted" />;
  // biome-ignore lint/performance/noImgElement: an object URL of this very page
  return <img src={address} alt="" className="size-10 shrink-0 rounded border object-cover" />;
}
