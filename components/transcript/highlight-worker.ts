import type { HighlightJob } from "./highlight";
import { tokenize } from "./tokenize";

/** Colours code where nobody waits for it: on a thread of its own. */
globalThis.onmessage = async ({ data }: MessageEvent<HighlightJob>) => {
  const { id, code, language } = data;
  const lines = await tokenize(code, language).catch(() => undefined);
  globalThis.postMessage({ id, lines });
};
