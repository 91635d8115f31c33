"use client";

import { ImagePlus, Link2, X } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import { addRow, rowId } from "@/components/ui/new-row";
import { imageTypes, maxImages } from "@/lib/contract/agents/prompt";
import type { AttachedImage } from "@/lib/contract/dashboard/launch-fields";
import { emptyLinkedImage, megabytes } from "./attach-images";
import { removeStoredImages, storedImageBlob, useStoredImages } from "./image-store";

interface ImageFieldProps {
  images: readonly AttachedImage[];
  /** Validation problems by image id; `images` holds those of the whole list. */
  problems: Readonly<Record<string, string>>;
  /** One message per rejected file. */
  rejected: readonly string[];
  onFiles: (files: readonly File[]) => void;
  onChange: (images: AttachedImage[]) => void;
}

/** The images of a prompt: attached files and links. */
export function ImageField({ images, problems, rejected, onFiles, onChange }: ImageFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const isFull = images.length >= maxImages;
  const addLink = () => {
    const id = rowId();
    addRow(id, () => onChange([...images, emptyLinkedImage(id)]));
  };
  return (
    <div className="space-y-3">
      {images.length > 0 ? (
        <ul className="space-y-2" aria-label="Images">
          {images.map((image, index) => (
            <ImageRow
              key={image.id}
              image={image}
              number={index + 1}
              problem={problems[image.id]}
              onLink={(url) => onChange(images.map((each) => (each.id === image.id ? { ...each, url } : each)))}
              onRemove={() => {
                removeStoredImages([image.id]);
                onChange(images.filter(({ id }) => id !== image.id));
              }}
            />
          ))}
        </ul>
      ) : null}
      {problems.images ? (
        <p data-problem tabIndex={-1} className="text-danger text-xs">
          {problems.images}
        </p>
      ) : null}
      {rejected.length > 0 ? (
        <div role="alert" className="text-danger text-xs">
          {rejected.map((each) => (
            <p key={each}>{each}</p>
          ))}
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
            onFiles([...(target.files ?? [])]);
            target.value = "";
          }}
        />
        <Button size="small" disabled={isFull} onClick={() => picker.current?.click()}>
          <ImagePlus aria-hidden />
          Attach images
        </Button>
        <Button size="small" disabled={isFull} onClick={addLink}>
          <Link2 aria-hidden />
          Link an image
        </Button>
        <span className="text-muted-foreground text-xs">
          <Meter value={images.length} max={maxImages} />. Paste or drop PNG, JPEG, GIF, or WebP files, up to 15&nbsp;MB
          each.
        </span>
      </div>
    </div>
  );
}

interface ImageRowProps {
  image: AttachedImage;
  number: number;
  problem: string | undefined;
  onLink: (url: string) => void;
  onRemove: () => void;
}

function ImageRow({ image, number, problem, onLink, onRemove }: ImageRowProps) {
  const { id, source, url, fileName, size } = image;
  return (
    <li data-row={id} data-control={id} className="space-y-1">
      <div className="flex items-center gap-2">
        {source === "file" ? (
          <>
            <Thumbnail id={id} />
            <span className="min-w-0 flex-1 truncate text-sm" title={fileName}>
              {fileName}
            </span>
            <span className="shrink-0 text-muted-foreground text-xs">{megabytes(size)} of 15 MB</span>
          </>
        ) : (
          <Input
            aria-label={`Image ${number} URL`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-p` : undefined}
            value={url}
            placeholder="https://… (fetched by the service)"
            onChange={({ target }) => onLink(target.value)}
            className="font-mono"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
        <Button variant="ghost" size="icon" aria-label={`Remove image ${number}`} onClick={onRemove}>
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
  useStoredImages();
  const blob = storedImageBlob(id);
  const objectUrl = useMemo(() => (blob ? URL.createObjectURL(blob) : undefined), [blob]);
  useEffect(() => () => (objectUrl ? URL.revokeObjectURL(objectUrl) : undefined), [objectUrl]);
  if (!objectUrl) return <span className="size-10 shrink-0 rounded border bg-muted" />;
  // biome-ignore lint/performance/noImgElement: an object URL
  return <img src={objectUrl} alt="" className="size-10 shrink-0 rounded border object-cover" />;
}
