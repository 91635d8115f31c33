import type { Duplex } from "node:stream";
import { ProtocolViolation } from "@/lib/contract/worker-protocol/messages";

const newline = 10;

interface LineReader {
  /** Bytes of a line. */
  maxBytes: number;
  onLine(line: string): void;
  /** Called once: without an error when the stream has ended or failed, with one when a line is too long or `onLine` throws. */
  onEnd(error?: Error): void;
}

/** Calls `onLine` with each line of a stream. */
export function readLines(stream: Duplex, { maxBytes, onLine, onEnd }: LineReader): void {
  let parts: Buffer[] = [];
  let length = 0;
  let ended = false;
  const end = (error?: Error) => {
    if (ended) return;
    ended = true;
    parts = [];
    onEnd(error);
  };
  const add = (part: Buffer) => {
    length += part.length;
    if (length > maxBytes) throw new ProtocolViolation(`message exceeds ${maxBytes} bytes`);
    parts.push(part);
  };
  stream.on("data", (chunk: Buffer) => {
    if (ended) return;
    try {
      let from = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        add(chunk.subarray(from, at));
        const line = Buffer.concat(parts).toString("utf8");
        parts = [];
        length = 0;
        from = at + 1;
        onLine(line);
      }
      add(chunk.subarray(from));
    } catch (error) {
      end(error instanceof Error ? error : new Error(String(error)));
    }
  });
  for (const event of ["error", "end", "close"]) stream.on(event, () => end());
}

/** Writes a message as a line, unless the stream has ended. */
export function writeMessage(stream: Duplex, message: unknown): void {
  if (stream.writable) stream.write(`${JSON.stringify(message)}\n`);
}
