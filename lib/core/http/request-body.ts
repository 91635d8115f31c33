import type { Clock } from "../clock";

/**
 * A body that declares at most this size is read at once, which costs a fraction of reading a stream. The HTTP server
 * passes on no more than the declared size.
 */
const smallBytes = 65_536;

/** How long {@link discardRest} reads, so that the client reads the response before the connection closes. */
const drainMs = 500;

/** How long `size` bytes of a body can take: one minute, and longer at 50 kB/s or more. */
const defaultAllowedMs = (size: number) => 60_000 + size / 50;

/** A request's body took too long to arrive. */
export class SlowBodyError extends Error {
  constructor() {
    super("The request body took too long to arrive");
    this.name = "SlowBodyError";
  }
}

/** Yields a request's body in chunks. Throws {@link SlowBodyError} if it takes longer than allowed. */
export async function* bodyChunks(
  request: Request,
  clock: Clock,
  allowedMs = defaultAllowedMs,
): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  const start = clock.now();
  let size = 0;
  let isLate = false;
  const cancel = () => {
    isLate = true;
    reader.cancel().catch(() => undefined);
  };
  try {
    for (;;) {
      const end = start + allowedMs(size);
      const stop = clock.after(Math.max(0, end - clock.now()), cancel);
      const { done, value } = await reader.read().finally(stop);
      if (isLate) throw new SlowBodyError();
      if (done) return;
      size += value.byteLength;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** Reads a body that its declared size limits. Throws {@link SlowBodyError} if it takes longer than allowed. */
async function readAtOnce(request: Request, clock: Clock, allowedMs: number): Promise<Buffer<ArrayBuffer>> {
  const read = request.arrayBuffer();
  read.catch(() => undefined);
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = clock.after(allowedMs, () => reject(new SlowBodyError()));
  });
  return Buffer.from(await Promise.race([read, late]).finally(stop));
}

/** A body that wasn't read completely. Respond with {@link closeAfter}. `problem` is a sentence without a full stop. */
export interface UnreadBody {
  status: 408 | 413;
  code: "body_too_large" | "body_too_slow";
  problem: string;
}

/** Reads a request's body of at most `limit` bytes. */
export async function readBody(
  request: Request,
  limit: number,
  clock: Clock,
  allowedMs = defaultAllowedMs,
): Promise<{ body: Buffer<ArrayBuffer> } | UnreadBody> {
  const problem = `The request body exceeds ${limit} bytes`;
  const tooLarge = { status: 413, code: "body_too_large", problem } as const;
  const declared = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (Number.isFinite(declared) && declared > limit) return tooLarge;
  try {
    if (declared <= smallBytes) {
      const body = await readAtOnce(request, clock, allowedMs(declared));
      return body.length > limit ? tooLarge : { body };
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of bodyChunks(request, clock, allowedMs)) {
      size += chunk.byteLength;
      if (size > limit) return tooLarge;
      chunks.push(chunk);
    }
    return { body: Buffer.concat(chunks, size) };
  } catch (error) {
    if (error instanceof SlowBodyError) return { status: 408, code: "body_too_slow", problem: error.message };
    throw error;
  }
}

/** Parses bytes as JSON text in UTF-8. Returns undefined for anything else. */
export function parseJson(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

/** Reads and drops the rest of a body for up to half a second: closing a connection with unread data can lose the response. */
export async function discardRest(next: () => Promise<{ done?: boolean | undefined }>): Promise<void> {
  const end = Date.now() + drainMs;
  const timeout = new Promise<"timeout">((resolve) => setTimeout(resolve, drainMs, "timeout").unref());
  for (;;) {
    const result = await Promise.race([next(), timeout]);
    if (result === "timeout" || result.done || Date.now() > end) return;
  }
}

/**
 * Closes the connection after `response`, for a request whose body wasn't read completely. Discards incoming data for a
 * moment first. Otherwise a client that is still sending would get a connection reset instead of the response.
 */
export async function closeAfter(request: Request, response: Response): Promise<Response> {
  const content = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set("connection", "close");
  headers.set("content-length", String(content.byteLength));
  const rest = request.body;
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(content);
      if (rest && !rest.locked) {
        const reader = rest.getReader();
        await discardRest(() => reader.read()).catch(() => undefined);
      }
      controller.close();
    },
  });
  return new Response(body, { status: response.status, headers });
}
