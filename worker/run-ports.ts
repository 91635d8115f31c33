import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import { portsVersion } from "@/lib/contract/worker-protocol/limits";
import { maxPorts, maxStreams, type StreamMessage } from "@/lib/contract/worker-protocol/stream-messages";
import type { Clock } from "@/lib/core/clock";
import type { StreamCarrier } from "@/runner/port-streams/port-stream";
import { PortStreams } from "@/runner/port-streams/port-streams";
import type { RunPorts as SandboxPorts } from "@/runner/run/run-spec";
import { joinStreams } from "@/runner/sandbox/inside/join-streams";

/** Longer than the service keeps a preview's connection. */
const idleMs = 6 * 60_000;

export interface RunPortsOptions extends Pick<StreamCarrier, "sendData"> {
  /** Messages are dropped while disconnected. */
  send(message: FromWorker): void;
  clock: Clock;
}

/** Connects the service to ports in the sandboxes of this worker's runs. */
export class RunPorts {
  readonly #options: RunPortsOptions;
  readonly #runs = new Map<string, SandboxPorts>();
  readonly #streams: PortStreams;
  /** Protocol version of the connection; 0 while disconnected. */
  #version = 0;

  constructor(options: RunPortsOptions) {
    this.#options = options;
    this.#streams = new PortStreams(options, options.clock);
  }

  /** The sandbox of a run is open. */
  add(runId: string, ports: SandboxPorts): void {
    this.#runs.set(runId, ports);
    this.#announce(runId, ports);
  }

  /** The sandbox of a run is closed. */
  remove(runId: string): void {
    this.#runs.delete(runId);
    this.#streams.destroy(new Error("the run has ended"), runId);
  }

  welcomed(version: number): void {
    this.#version = version;
    for (const [runId, ports] of this.#runs) this.#announce(runId, ports);
  }

  disconnected(): void {
    this.#version = 0;
    this.#streams.destroy(new Error("disconnected from the service"));
  }

  /** Connects to a port that the run's environment file lists. */
  open({ streamId, runId, port }: Extract<FromService, { type: "stream-open" }>): void {
    const run = this.#runs.get(runId);
    const isPossible = run?.ports.includes(port) && this.#streams.count(runId) < maxStreams;
    if (!run || !isPossible || this.#streams.has(streamId)) {
      this.#options.send({ type: "stream-close", streamId });
      return;
    }
    const stream = this.#streams.create(streamId, runId);
    run.connect(port).then(
      (inside) => {
        inside.on("error", () => stream.destroy());
        if (stream.destroyed) return void inside.destroy();
        inside.setTimeout(idleMs, () => inside.destroy());
        this.#options.send({ type: "stream-opened", streamId });
        joinStreams(stream, inside);
      },
      (error: Error) => stream.destroy(error),
    );
  }

  handle(message: StreamMessage): void {
    this.#streams.handle(message);
  }

  receive(message: Buffer): void {
    this.#streams.receive(message);
  }

  #announce(runId: string, { ports }: SandboxPorts): void {
    if (this.#version < portsVersion) return;
    this.#options.send({ type: "ports", runId, ports: [...new Set(ports)].slice(0, maxPorts) });
  }
}
