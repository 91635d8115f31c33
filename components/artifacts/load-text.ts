import { readErrorBody } from "@/lib/contract/errors";
import type { ArtifactEntry } from "./artifact-entry";
import { artifactUrl } from "./artifact-url";

/** The beginning of an artifact as text. Throws an error with the reason if it can't be loaded. */
export async function loadText(
  { agent, path, sizeBytes }: ArtifactEntry,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(artifactUrl(agent.id, path, "text"), {
    signal,
    cache: "no-store",
    headers: sizeBytes > maxBytes ? { range: `bytes=0-${maxBytes - 1}` } : {},
  });
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined);
    throw new Error(readErrorBody(body)?.message ?? `Couldn't load the file (${response.status}).`);
  }
  return response.text();
}
