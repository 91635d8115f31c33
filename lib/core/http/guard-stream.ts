import { type AccessWatch, watchAccess } from "../watch-access";

/** Ends a stream when its user loses access. */
export function guardStream(body: ReadableStream<Uint8Array>, watch: AccessWatch): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const cancel = () => reader.cancel().catch(() => undefined);
  const unwatch = watchAccess(watch, () => void cancel());
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => ({ done: true as const, value: undefined }));
      if (!done) return controller.enqueue(value);
      unwatch();
      controller.close();
    },
    cancel() {
      unwatch();
      return cancel();
    },
  });
}
