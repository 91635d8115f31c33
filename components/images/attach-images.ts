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

function rejectionOf(file: File): string | undefined {
  if (!imageTypes.some((type) => type === file.type)) return "isn't a PNG, JPEG, GIF, or WebP image";
  if (file.size > maxImageBytes) return `is ${megabytes(file.size)}; the limit is 15 MB`;
  return file.size === 0 ? "is empty" : undefined;
}

interface AttachResult {
  images: readonly AttachedImage[];
  /** One message per rejected file. */
  rejected: readonly string[];
  /** Resolves once the bytes are stored. A draft that references them earlier could lose them on a reload. */
  stored: Promise<unknown>;
}

/** Stores files as images of a prompt that already has `existingCount` images. */
export function attachImages(files: readonly File[], existingCount: number): AttachResult {
  const rejected: string[] = [];
  const images: AttachedImage[] = [];
  const stored: Promise<void>[] = [];
  for (const file of files) {
    const name = file.name || "Pasted image";
    const problem =
      existingCount + images.length >= maxImages
        ? `wasn't attached; the limit is ${maxImages} images`
        : rejectionOf(file);
    if (problem) {
      rejected.push(`${name} ${problem}.`);
      continue;
    }
    const id = rowId();
    stored.push(storeImage(id, file));
    images.push({ id, source: "file", url: "", fileName: name, mimeType: file.type, size: file.size });
  }
  return { images, rejected, stored: Promise.all(stored) };
}
