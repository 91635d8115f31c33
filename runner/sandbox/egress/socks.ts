import type { Socket } from "node:net";
import { ForbiddenAddress } from "@/lib/core/http/ssrf-guard";

const version = 5;
/** Time for a client to send its request. */
const handshakeMs = 30_000;

/** True when a connection's first bytes are a SOCKS5 greeting. */
export const isSocks = (first: Buffer): boolean => first[0] === version;

/** The next bytes of a paused socket, which it pauses again. Throws when the connection ends first. */
function nextChunk(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      socket.pause();
      socket.off("data", onData).off("end", onEnd).off("close", onEnd);
      settle();
    };
    const onData = (chunk: Buffer) => finish(() => resolve(chunk));
    const onEnd = () => finish(() => reject(new Error("connection ended during the handshake")));
    if (socket.readableEnded || socket.destroyed) return onEnd();
    socket.on("data", onData).on("end", onEnd).on("close", onEnd).resume();
  });
}

type Read = (count: number) => Promise<Buffer>;

async function readHost(read: Read, kind: number | undefined): Promise<string> {
  if (kind === 1) return (await read(4)).join(".");
  if (kind === 3) return (await read((await read(1))[0] ?? 0)).toString("latin1");
  if (kind !== 4) throw new Error("unknown address type");
  const bytes = await read(16);
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(":");
}

interface SocksRequest {
  command: number | undefined;
  host: string;
  port: number;
}

/** Reads a client's greeting and request. What follows them stays unread. */
async function readRequest(client: Socket): Promise<SocksRequest> {
  const timer = setTimeout(() => client.destroy(), handshakeMs);
  let held: Buffer = Buffer.alloc(0);
  const read: Read = async (count) => {
    while (held.length < count) held = Buffer.concat([held, await nextChunk(client)]);
    const bytes = held.subarray(0, count);
    held = held.subarray(count);
    return bytes;
  };
  try {
    const [, methods = 0] = await read(2);
    await read(methods);
    client.write(Buffer.from([version, 0]));
    const [, command, , kind] = await read(4);
    const host = await readHost(read, kind);
    const port = (await read(2)).readUInt16BE();
    if (held.length > 0) client.unshift(held);
    return { command, host, port };
  } finally {
    clearTimeout(timer);
  }
}

const reply = (code: number) => Buffer.from([version, code, 0, 1, 0, 0, 0, 0, 0, 0]);

/**
 * Completes the SOCKS5 handshake (RFC 1928, CONNECT without authentication) and returns the connection `dial` opened.
 * Throws after sending the client the reason.
 */
export async function acceptSocks(
  client: Socket,
  dial: (target: { host: string; port: number }) => Promise<Socket>,
): Promise<Socket> {
  const { command, host, port } = await readRequest(client);
  if (command !== 1) {
    client.end(reply(7));
    throw new Error("unsupported SOCKS command");
  }
  if (host === "" || port === 0) {
    client.end(reply(1));
    throw new Error("the SOCKS request has no target");
  }
  try {
    const socket = await dial({ host, port });
    client.write(reply(0));
    return socket;
  } catch (error) {
    client.end(reply(error instanceof ForbiddenAddress ? 2 : 4));
    throw error;
  }
}
