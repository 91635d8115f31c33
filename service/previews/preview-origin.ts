import type { Settings } from "@/lib/core/settings/settings";
import { type Exposure, isExposed } from "@/runner/sandbox/probe-sandbox";

/** Why previews are disabled; `undefined` if they aren't. */
export function disabledReason({
  previewUrl,
  ...exposure
}: Exposure & Pick<Settings, "previewUrl">): string | undefined {
  if (previewUrl !== undefined || !isExposed(exposure)) return undefined;
  return "Port previews are disabled because other machines can reach Slipway. Set PREVIEW_URL to enable them.";
}

/**
 * Origin of a preview. Without PREVIEW_URL, a subdomain of localhost, which browsers resolve to this machine and to which they don't
 * send cookies of localhost.
 */
export function previewOrigin(label: string, port: number, previewUrl: string | undefined): string {
  return previewUrl?.replace("*", label) ?? `http://${label}.localhost:${port}`;
}
