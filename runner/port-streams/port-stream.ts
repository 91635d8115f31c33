import { Duplex } from "node:stream";
import { ProtocolViolation } from "@/lib/contract/worker-protocol/messages";
import {
  type StreamMessage,
  streamChunkBytes,
  streamWindowBytes,
} from "@/lib/contract/worker-protocol/stream-messages";
import type { Clock } from "@/lib/core/clock";

/** The connection that carries streams. */
export interface StreamCarrier {
  send(message: StreamMessage): void;
  /** Sends data of a stream. `sent` is called once the operating system has accepted it. */
  sendData(streamId: number, data: Buffer, sent: (error?: Error | null) => void): void;
}

/** Credit is returned in steps of at least this size. Much less than the window, so that a sender never waits for less. */
const creditBytes = streamWindowBytes / 4;

interface Block {
  memory: Buffer;
  length: number;
}

/**
 * One end of a byte stream that shares a connection with others. Each side sends at most a window of data that the other hasn't
 * consumed. Received data is copied into blocks, because many small messages would take far more memory than their bytes.
 */
export class PortStream extends Duplex {
  /** Bytes the peer accepts. */
  #credit = streamWindowBytes;
  /** Bytes the peer can still send. */
  #window = streamWindowBytes;
  #blocks: Block[] = [];
  #blockBytes = 0;
  #isReading = false;
  #sentEnd = false;
  #receivedEnd = false;
  #closedByPeer = false;
  #onCredit: (() => void) | undefined;
  #activeAt: number;
  #stopIdleTimer = () => {};

  constructor(
    readonly streamId: number,
    private readonly carrier: StreamCarrier,
    private readonly clock: Clock,
  ) {
    // A block is only handed on once the one before was consumed.
    super({ allowHalfOpen: true, readableHighWaterMark: 1, writableHighWaterMark: streamChunkBytes });
    this.#activeAt = clock.now();
  }

  /** Calls back when no data was sent or received for `ms` milliseconds; 0 for never. Like a socket's. */
  setTimeout(ms: number, callback: () => void = () => {}): this {
    this.#stopIdleTimer();
    this.#activeAt = this.clock.now();
    const check = () => {
      const left = this.#activeAt + ms - this.clock.now();
      if (left <= 0) callback();
      else this.#stopIdleTimer = this.clock.after(left, check);
    };
    if (ms > 0 && !this.destroyed) this.#stopIdleTimer = this.clock.after(ms, check);
    return this;
  }

  /** Data from the peer. Throws {@link ProtocolViolation} when it sends more than it may. */
  receive(data: Buffer): void {
    if (this.#receivedEnd) throw new ProtocolViolation(`data after the end of stream ${this.streamId}`);
    if (data.length > this.#window) throw new ProtocolViolation(`stream ${this.streamId} exceeds its window`);
    this.#window -= data.length;
    this.#activeAt = this.clock.now();
    if (this.#isReading) {
      this.#isReading = false;
      this.push(Buffer.from(data));
    } else this.#store(data);
  }

  /** A message from the peer. Throws {@link ProtocolViolation} when it makes no sense. */
  handle(message: StreamMessage): void {
    if (message.type === "stream-close") {
      this.#closedByPeer = true;
      this.destroy(new Error("the connection was reset"));
    } else if (message.type === "stream-end") {
      this.#receivedEnd = true;
      if (this.#isReading) this.push(null);
    } else {
      this.#credit += message.bytes;
      if (this.#credit > streamWindowBytes)
        throw new ProtocolViolation(`stream ${this.streamId} received too much credit`);
      const resume = this.#onCredit;
      this.#onCredit = undefined;
      resume?.();
    }
  }

  override _read(): void {
    const block = this.#blocks.shift();
    if (block) {
      this.#blockBytes -= block.length;
      this.push(block.memory.subarray(0, block.length));
    } else if (this.#receivedEnd) this.push(null);
    else this.#isReading = true;
    this.#returnCredit();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#sendRest(chunk, callback);
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#sentEnd = true;
    this.carrier.send({ type: "stream-end", streamId: this.streamId });
    callback();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#stopIdleTimer();
    this.#onCredit = undefined;
    this.#blocks = [];
    const isComplete = this.#sentEnd && this.#receivedEnd;
    if (!isComplete && !this.#closedByPeer) this.carrier.send({ type: "stream-close", streamId: this.streamId });
    callback(error);
  }

  /** Sends the rest of a write, as far as the peer accepts it. */
  #sendRest(rest: Buffer, callback: (error?: Error | null) => void): void {
    if (rest.length === 0) return void callback();
    if (this.#credit === 0) {
      this.#onCredit = () => this.#sendRest(rest, callback);
      return;
    }
    const size = Math.min(rest.length, this.#credit, streamChunkBytes);
    this.#credit -= size;
    this.#activeAt = this.clock.now();
    this.carrier.sendData(this.streamId, rest.subarray(0, size), (error) => {
      if (error) callback(error);
      else if (!this.destroyed) this.#sendRest(rest.subarray(size), callback);
    });
  }

  #store(data: Buffer): void {
    for (let rest = data; rest.length > 0; ) {
      let block = this.#blocks.at(-1);
      if (!block || block.length === block.memory.length) {
        block = { memory: Buffer.allocUnsafeSlow(streamChunkBytes), length: 0 };
        this.#blocks.push(block);
      }
      const size = rest.copy(block.memory, block.length);
      block.length += size;
      this.#blockBytes += size;
      rest = rest.subarray(size);
    }
  }

  #returnCredit(): void {
    const bytes = streamWindowBytes - this.#window - this.#blockBytes - this.readableLength;
    if (bytes < creditBytes || this.#receivedEnd || this.destroyed) return;
    this.#window += bytes;
    this.carrier.send({ type: "stream-credit", streamId: this.streamId, bytes });
  }
}
