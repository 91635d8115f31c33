import type { HighlightJob } from "./highlight";
import { tokenize } from "./tokenize";

/** Highlights code off the main thread. */
globalThis.onmessage = async ({ data }: MessageEvent<HighlightJob>) => {
  const { id, code, language } = data;
  const lines = await tokenize(code, language).catch(() => undefined);
  globalThis.postMessage({ id, lines });
};
