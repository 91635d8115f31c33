import { imageTypes } from "@/lib/contract/agents/prompt";
import type { AttachedImage } from "@/lib/contract/dashboard/launch-fields";

/** An image in the format the API accepts: a URL, or the bytes in base64. */
export function toPromptImage(image: AttachedImage, dataOf: (imageId: string) => string) {
  if (image.source === "link") return { url: image.url.trim() };
  const mimeType = imageTypes.find((type) => type === image.mimeType);
  return { data: dataOf(image.id), ...(mimeType ? { mimeType } : {}) };
}
