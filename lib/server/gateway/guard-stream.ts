import type { Clock } from "@/lib/core/clock";

const checkMs = 2_000;

/** Ends a stream when its user loses access. An unavailable database isn't a reason to end it. */
export function guardStream(
  body: ReadableStream<Uint8Array>,
  { clock, isAuthorized }: { clock: Clock; isAuthorized(): Promise<boolean> },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  let cancelCheck = () => {};
  const end = () => {
    isOver = true;
    cancelCheck();
  };
  const stop = async () => {
    end();
    await reader.cancel().catch(() => undefined);
  };
  const schedule = () => {
    cancelCheck = clock.after(checkMs, () => {
      const holds = isAuthorized().catch(() => true);
      void holds.then((isAllowed) => (isAllowed ? isOver || schedule() : stop()));
    });
  };
  schedule();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => ({ done: true as const, value: undefined }));
      if (!done) return controller.enqueue(value);
      end();
      controller.close();
    },
    cancel: stop,
  });
}
