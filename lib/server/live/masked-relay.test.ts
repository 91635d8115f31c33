import { expect, it, vi } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { Masker } from "@/lib/model/masking/masker";
import { maskedRelay } from "./masked-relay";

it("sends nothing after its reader has left, even if it held back a text that could become a secret", async () => {
  const clock = new FakeClock();
  const masker = new Masker();
  masker.add("secret-value-1");
  const event = 'id: 1\nevent: assistant\ndata: {"text":"It is secret-"}\n\n';
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(event)),
  });
  const reader = maskedRelay(body, masker, clock).getReader();
  await vi.waitFor(() => expect(clock.dueWithin(1_000)).toBe(1));
  await reader.cancel();
  expect(() => clock.advance(1_000)).not.toThrow();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});
