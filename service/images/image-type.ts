import type { imageTypes } from "@/lib/contract/agents/prompt";

export type ImageType = (typeof imageTypes)[number];

/** As many leading bytes as any signature needs. */
export const signatureBytes = 12;

/** The type of an image by its own first bytes, whatever it was called. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const start = bytes.toString("latin1", 0, signatureBytes);
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : undefined;
}
