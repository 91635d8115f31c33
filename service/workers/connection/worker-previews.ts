import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import { ProtocolViolation } from "@/lib/contract/worker-protocol/messages";
import { maxStreams, type StreamMessage } from "@/lib/contract/worker-protocol/stream-messages";
import type { PortStream, StreamCarrier } from "@/runner/port-streams/port-stream";
import { PortStreams } from "@/runner/port-streams/port-streams";
import { PortUnavailableError } from "@/runner/port-streams/port-unavailable-error";
import type { Context } from "../../core/context";
import type { PortRegistration, WithPreviews } from "../../previews/preview-sessions";
import { onRunEnd } from "../../runs/run-end";

/** Longer than a worker waits for a server inside. */
const openTimeoutMs = 15_000;

const tooOld = "This worker doesn't support previews. Update it.";
const disconnected = "The run's worker is disconnected. Reload when it's back online.";

export interface WorkerPreviewsOptions extends Pick<StreamCarrier, "sendData"> {
  context: Context & WithPreviews;
  send(message: FromService): void;
}

/** Previews of the runs of one connection. An open preview continues when the run's worker reconnects. */
export class WorkerPreviews {
  /** Whether the worker's protocol version has ports. Set once it is registered. */
  isSupported = false;
  readonly #options: WorkerPreviewsOptions;
  readonly #streams: PortStreams;
  readonly #openings = new Map<number, () => void>();
  readonly #registrations = new Map<string, PortRegistration>();
  #lastStreamId = 0;
  #isClosed = false;

  constructor(options: WorkerPreviewsOptions) {
    this.#options = options;
    this.#streams = new PortStreams(options, options.context.clock);
  }

  /** A run is executed over this connection. */
  add(runId: string): void {
    if (this.isSupported || this.#isClosed) return;
    this.#registrations.set(runId, this.#options.context.previews.register(runId, { unavailable: tooOld }));
  }

  /** The worker can connect to these ports of an active run. */
  announce(runId: string, ports: readonly number[]): void {
    if (!this.isSupported) throw new ProtocolViolation('"ports" is not part of the protocol version');
    const { previews } = this.#options.context;
    this.#registrations.set(runId, previews.register(runId, { ports, connect: (port) => this.#connect(runId, port) }));
  }

  /** The run has ended. */
  remove(runId: string): void {
    this.#registrations.get(runId)?.close();
    this.#registrations.delete(runId);
    this.#streams.destroy(new PortUnavailableError("The run has ended."), runId);
  }

  opened(streamId: number): void {
    this.#openings.get(streamId)?.();
  }

  handle(message: StreamMessage): void {
    this.#streams.handle(message);
  }

  receive(message: Buffer): void {
    if (!this.isSupported) throw new ProtocolViolation("binary messages are not part of the protocol version");
    this.#streams.receive(message);
  }

  /** The connection was lost. */
  disconnect(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { context } = this.#options;
    for (const [runId, { isCurrent }] of this.#registrations) {
      if (!isCurrent()) continue;
      const { close } = context.previews.register(runId, { unavailable: disconnected }, () => stopListening());
      const stopListening = onRunEnd(context, runId, close);
    }
    this.#streams.destroy(new PortUnavailableError(disconnected));
  }

  async #connect(runId: string, port: number): Promise<PortStream> {
    if (this.#isClosed) throw new PortUnavailableError(disconnected);
    if (this.#streams.count(runId) >= maxStreams) {
      throw new PortUnavailableError("The run has too many open connections. Close some pages and reload.");
    }
    this.#lastStreamId += 1;
    const streamId = this.#lastStreamId;
    const stream = this.#streams.create(streamId, runId);
    const { clock } = this.#options.context;
    const stopTimer = clock.after(openTimeoutMs, () => stream.destroy(new Error("the worker didn't respond")));
    try {
      await new Promise<void>((resolve, reject) => {
        this.#openings.set(streamId, resolve);
        stream.once("error", reject).once("close", () => reject(new Error("the stream was closed")));
        this.#options.send({ type: "stream-open", streamId, runId, port });
      });
      return stream;
    } finally {
      stopTimer();
      this.#openings.delete(streamId);
    }
  }
}
