import { rowId } from "@/components/ui/new-row";
import { imageTypes, maxImageBytes, maxImages } from "@/lib/contract/agents/prompt";
import type { AttachedImage } from "@/lib/contract/dashboard/launch-fields";
import { storeImage } from "./image-store";

export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(bytes < 1024 * 1024 ? 2 : 1)} MB`;

export const emptyLinkedImage = (id: string): AttachedImage => ({
  id,
  source: "link",
  url: "",
  fileName: "",
  mimeType: "",
  size: 0,
});

function refusalOf(file: File): string | undefined {
  if (!imageTypes.some((type) => type === file.type)) return "is no PNG, JPEG, GIF or WebP image";
  if (file.size > maxImageBytes) return `is ${megabytes(file.size)}; at most 15 MB`;
  return file.size === 0 ? "is empty" : undefined;
}

interface AttachResult {
  images: readonly AttachedImage[];
  /** A sentence for each file that is not taken. */
  refused: readonly string[];
  /** When the bytes outlive a reload. A draft that named them before could lose them. */
  kept: Promise<unknown>;
}

/** Takes files as further images of a prompt that has some, and keeps their bytes. */
export function attachImages(files: readonly File[], present: number): AttachResult {
  const refused: string[] = [];
  const images: AttachedImage[] = [];
  const kept: Promise<void>[] = [];
  for (const file of files) {
    const name = file.name || "the pasted image";
    const problem = present + images.length >= maxImages ? `is one too many; at most ${maxImages}` : refusalOf(file);
    if (problem) {
      refused.push(`${name} ${problem}.`);
      continue;
    }
    const id = rowId();
    kept.push(storeImage(id, file));
    images.push({ id, source: "file", url: "", fileName: name, mimeType: file.type, size: file.size });
  }
  return { images, refused, kept: Promise.all(kept) };
}
