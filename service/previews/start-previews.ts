import type { Context } from "../core/context";
import { disabledReason, previewOrigin } from "./preview-origin";
import { type PreviewServer, startPreviewServer } from "./preview-server";
import type { WithPreviews } from "./preview-sessions";

/** Serves previews, unless they are disabled. Without PREVIEW_URL, on loopback only. */
export async function startPreviews({
  settings,
  clock,
  previews,
}: Pick<Context, "settings" | "clock"> & WithPreviews): Promise<PreviewServer | undefined> {
  if (disabledReason(settings) !== undefined) return undefined;
  const { previewUrl, previewPort } = settings;
  const server = await startPreviewServer({
    previews,
    clock,
    host: previewUrl === undefined ? "127.0.0.1" : settings.host,
    port: previewPort,
    originOf: (label) => previewOrigin(label, server.port, previewUrl),
  });
  previews.setOrigin((label) => previewOrigin(label, server.port, previewUrl));
  return server;
}
