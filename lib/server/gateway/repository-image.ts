import { callPath } from "@/lib/contract/client-path";
import { getContents } from "@/lib/contract/hosting/contents/get-contents";
import { isImage, isSvg } from "@/lib/model/diff/image";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { type ApiError, errorResponse } from "./api-error";

interface ImageRequest {
  service: Service;
  /** The acting user. The image is read with their permissions. */
  user: Acting["user"];
  ownerSlug: string;
  repoName: string;
  path: string;
  /** A full commit id, so the content never changes. */
  commit: string;
  signal: AbortSignal;
  requestId: string;
}

const maxBytes = 20_000_000;

const ascii = (bytes: Buffer, from: number, text: string) =>
  bytes.subarray(from, from + text.length).equals(Buffer.from(text, "latin1"));

const types: readonly { type: string; is: (bytes: Buffer) => boolean }[] = [
  { type: "image/png", is: (bytes) => ascii(bytes, 0, "\x89PNG\r\n\x1a\n") },
  { type: "image/jpeg", is: (bytes) => ascii(bytes, 0, "\xff\xd8\xff") },
  { type: "image/gif", is: (bytes) => ascii(bytes, 0, "GIF87a") || ascii(bytes, 0, "GIF89a") },
  { type: "image/webp", is: (bytes) => ascii(bytes, 0, "RIFF") && ascii(bytes, 8, "WEBP") },
  { type: "image/avif", is: (bytes) => ascii(bytes, 4, "ftypavif") || ascii(bytes, 4, "ftypavis") },
  { type: "image/bmp", is: (bytes) => ascii(bytes, 0, "BM") },
  { type: "image/x-icon", is: (bytes) => ascii(bytes, 0, "\x00\x00\x01\x00") },
];

/** The image type by magic bytes, ignoring the name; `undefined` for anything else, including SVG. */
export const imageType = (bytes: Buffer): string | undefined => types.find(({ is }) => is(bytes))?.type;

const maxSvgBytes = 2_000_000;

/** Whether bytes are an SVG without entities, which can expand to any size. */
function isSafeSvg(bytes: Buffer): boolean {
  if (bytes.length > maxSvgBytes || bytes.includes(0)) return false;
  const text = bytes.toString("utf8");
  return text.includes("<svg") && !text.includes("<!ENTITY");
}

const invalid = (field: string, message: string): ApiError => ({
  status: 400,
  code: "InvalidArgument",
  message: `${field} ${message}`,
  field,
});

/** Serves an image from a repository with headers that prevent it from running anything. */
export async function repositoryImage(call: ImageRequest): Promise<Response> {
  const { service, user, ownerSlug, repoName, path, commit, signal, requestId } = call;
  const fail = (error: ApiError) => errorResponse("repohost", error, requestId);
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return fail(invalid("commit", "must be a full commit id"));
  if (!isImage(path) && !isSvg(path)) return fail(invalid("path", "must be an image path"));
  let bytes: Buffer;
  try {
    const found = await callWith(service, getContents, {
      path: callPath(getContents, { ownerSlug, repoName }, { path, ref: commit }),
      acting: { user, ownerSlug, repoName },
      signal,
      requestId,
    });
    if (found.type !== "file" || Number(found.size) > maxBytes) {
      return fail({
        status: 404,
        code: "NotFound",
        message: "Image not found, or too large.",
      });
    }
    bytes = Buffer.from(found.content ?? "", "base64");
  } catch (error) {
    if (signal.aborted) return new Response(null, { status: 499 });
    if (error instanceof UpstreamError) return fail(error);
    throw error;
  }
  const type = isSvg(path) ? (isSafeSvg(bytes) ? "image/svg+xml" : undefined) : imageType(bytes);
  if (!type) return fail({ status: 400, code: "InvalidArgument", message: "The file isn't an image." });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": type,
      "content-disposition": "inline",
      // A browser runs no scripts of an SVG in an `img`, and with this policy not even when the SVG is opened in a tab.
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox`,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      // Immutable, and rendered again whenever it scrolls into view.
      "cache-control": "private, max-age=600",
      "x-request-id": requestId,
    },
  });
}
