import { getBlob } from "@/lib/contract/hosting/git-data/get-blob";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { requireObject } from "./require-object";

export const maxBlobBytes = 4 * 1024 * 1024;
/** Media types that request the raw bytes. */
const rawTypes = /(?:^|[\s,])application\/vnd\.repohost\.raw(?:\+json)?(?:[\s,;]|$)/;

/** Base64 in lines of 60 characters, each ending in a newline. */
export function wrappedBase64(content: Buffer): string {
  return content.toString("base64").replace(/.{1,60}/g, "$&\n");
}

export const getBlobOperation = implement(getBlob, async ({ principal, params, request }, context: HostingContext) => {
  const repository = await requireRepository(context, principal, params);
  const reader = context.objects.of(context.repositories.path(repository.id));
  const { id, size } = await requireObject(reader, "blob", params.sha);
  if (size > maxBlobBytes) {
    const message = `The blob is ${size} bytes, over the ${maxBlobBytes}-byte limit. Clone the repository to read it.`;
    throw apiError.repohost("FailedPrecondition", message);
  }
  const blob = await reader.read(id, maxBlobBytes);
  if (!blob) throw new Error(`blob ${id} not found`);
  if (rawTypes.test(request.headers.get("accept") ?? "")) {
    return new Response(new Uint8Array(blob.content), {
      headers: { "content-type": "application/octet-stream", "content-security-policy": "sandbox" },
    });
  }
  return { sha: id, size, encoding: "base64" as const, content: wrappedBase64(blob.content) };
});
