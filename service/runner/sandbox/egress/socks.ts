import type { Socket } from "node:net";
import { ForbiddenAddress } from "@/lib/core/http/ssrf-guard";

const version = 5;

/** True when a connection's first bytes are a SOCKS5 greeting. */
export const isSocks = (first: Buffer): boolean => first[0] === version;

/** Reads exactly `count` bytes. Throws when the connection ends first. */
async function read(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(count);
    if (bytes?.length === count) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new Error("connection ended during the handshake");
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ["readable", "end", "close"]) socket.off(event, done);
        resolve();
      };
      for (const event of ["readable", "end", "close"]) socket.once(event, done);
    });
  }
}

async function readHost(client: Socket, kind: number | undefined): Promise<string> {
  if (kind === 1) return (await read(client, 4)).join(".");
  if (kind === 3) return (await read(client, (await read(client, 1))[0] ?? 0)).toString("latin1");
  if (kind !== 4) throw new Error("unknown address type");
  const bytes = await read(client, 16);
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(":");
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
  const [, methods = 0] = await read(client, 2);
  await read(client, methods);
  client.write(Buffer.from([version, 0]));
  const [, command, , kind] = await read(client, 4);
  const host = await readHost(client, kind);
  const port = (await read(client, 2)).readUInt16BE();
  if (command !== 1) {
    client.end(reply(7));
    throw new Error("unsupported SOCKS command");
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
