import type { imageTypes } from "@/lib/contract/agents/prompt";

export type ImageType = (typeof imageTypes)[number];

/** Length of the longest signature, in bytes. */
export const signatureBytes = 12;

/** Detects an image's type from its first bytes; undefined for other content. */
export function detectImageType(bytes: Buffer): ImageType | undefined {
  const start = bytes.toString("latin1", 0, signatureBytes);
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : undefined;
}
