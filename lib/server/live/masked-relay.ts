import type { Clock } from "@/lib/core/clock";
import type { RunEvent } from "@/lib/model/live/protocol";
import type { Masker } from "@/lib/model/masking/masker";
import { MaskedEvents } from "./masked-events";
import { readEvents } from "./read-events";

const encoder = new TextEncoder();
const bytesOf = ({ id, event, data }: RunEvent) =>
  encoder.encode(`${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`);

/** Relays a run's stream event by event, with secrets masked. */
export function maskedRelay(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  masker: Masker,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const events = readEvents(body, () => undefined);
  let resumeReading: () => void = () => undefined;
  let masked: MaskedEvents | undefined;
  return new ReadableStream({
    start(controller) {
      masked = new MaskedEvents(masker, clock, (event) => {
        controller.enqueue(bytesOf(event));
        if ((controller.desiredSize ?? 1) > 0) return undefined;
        return new Promise<void>((resolve) => {
          resumeReading = resolve;
        });
      });
      void relay(masked, controller);
    },
    pull: () => resumeReading(),
    cancel() {
      // Held events would be sent to a stream that no longer exists.
      masked?.restart();
      resumeReading();
      // Takes effect with the next chunk, such as a heartbeat.
      void events.return();
    },
  });

  async function relay(masked: MaskedEvents, controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      for await (const batch of events) {
        for (const event of batch) {
          const busy = masked.push(event);
          if (busy) await busy;
        }
      }
      await masked.flush();
      controller.close();
    } catch (error) {
      controller.error(error);
    }
  }
}
