import { z } from "zod";
import { ProtocolViolation } from "./messages";

/** Bytes of a stream, in each direction, that the receiver hasn't consumed. */
export const streamWindowBytes = 256 * 1024;
/** Largest part of a stream in one message, so that streams and the messages of runs take turns. */
export const streamChunkBytes = 64 * 1024;
/** Open streams of one run. */
export const maxStreams = 64;
/** Ports of one run. */
export const maxPorts = 1_000;

/** Assigned by the service and never reused on a connection. */
export const StreamId = z.number().int().min(1).max(0xffff_ffff);
export const Port = z.number().int().min(1).max(65_535);

/**
 * Messages of an open stream, from either side. Its data is sent as binary messages, see {@link streamData}. A stream that was closed
 * can still receive messages that were sent before; they are ignored.
 */
export const streamMessages = [
  /** The sender consumed this many bytes: the receiver can send as many more. */
  z.object({
    type: z.literal("stream-credit"),
    streamId: StreamId,
    bytes: z.number().int().min(1).max(streamWindowBytes),
  }),
  /** The sender sends no more data. */
  z.object({ type: z.literal("stream-end"), streamId: StreamId }),
  /** The stream ends now. What wasn't received is lost. */
  z.object({ type: z.literal("stream-close"), streamId: StreamId }),
] as const;
export type StreamMessage = z.infer<(typeof streamMessages)[number]>;

const idBytes = 4;

/** A binary message: the stream's id as a big-endian integer of 4 bytes, and data. */
export function streamData(streamId: number, data: Buffer): Buffer {
  const message = Buffer.allocUnsafe(idBytes + data.length);
  message.writeUInt32BE(streamId);
  data.copy(message, idBytes);
  return message;
}

/** Reads a binary message. Throws {@link ProtocolViolation}. `data` shares the message's memory. */
export function readStreamData(message: Buffer): { streamId: number; data: Buffer } {
  if (message.length <= idBytes) throw new ProtocolViolation("a binary message has no data");
  return { streamId: message.readUInt32BE(), data: message.subarray(idBytes) };
}
