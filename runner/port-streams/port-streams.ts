import { readStreamData, type StreamMessage } from "@/lib/contract/worker-protocol/stream-messages";
import type { Clock } from "@/lib/core/clock";
import { PortStream, type StreamCarrier } from "./port-stream";

/** The open streams of one connection, on either side. */
export class PortStreams {
  readonly #streams = new Map<number, { stream: PortStream; runId: string }>();

  constructor(
    private readonly carrier: StreamCarrier,
    private readonly clock: Clock,
  ) {}

  create(streamId: number, runId: string): PortStream {
    const stream = new PortStream(streamId, this.carrier, this.clock);
    this.#streams.set(streamId, { stream, runId });
    // Its user listens too, but not always.
    stream.on("error", () => undefined);
    stream.once("close", () => this.#streams.delete(streamId));
    return stream;
  }

  has(streamId: number): boolean {
    return this.#streams.has(streamId);
  }

  /** Open streams of a run. */
  count(runId: string): number {
    return [...this.#streams.values()].filter((each) => each.runId === runId).length;
  }

  handle(message: StreamMessage): void {
    const found = this.#streams.get(message.streamId);
    if (found && !found.stream.destroyed) found.stream.handle(message);
  }

  receive(message: Buffer): void {
    const { streamId, data } = readStreamData(message);
    const found = this.#streams.get(streamId);
    if (found && !found.stream.destroyed) found.stream.receive(data);
  }

  /** Ends the streams of a run, or all. */
  destroy(error: Error, runId?: string): void {
    for (const each of this.#streams.values()) {
      if (runId === undefined || each.runId === runId) each.stream.destroy(error);
    }
  }
}
