import type { Context } from "./context";

/** Does `work` every `everyMs`, as long as the service runs. Trouble is logged as `trouble`. Returns what stops it. */
export function repeatedly(
  { clock, log }: Pick<Context, "clock" | "log">,
  everyMs: number,
  trouble: string,
  work: () => Promise<unknown>,
): () => void {
  let cancel = () => {};
  let stopped = false;
  const again = () => {
    if (stopped) return;
    cancel = clock.after(everyMs, () => {
      work()
        .catch((error) => log.warn({ err: error }, trouble))
        .then(again);
    });
  };
  again();
  return () => {
    stopped = true;
    cancel();
  };
}
