/** How long {@link discardRest} reads, so that the client reads the response before the connection closes. */
const drainMs = 500;

/**
 * Reads a request's body. Stops and returns undefined once it exceeds `limit` bytes, and throws the signal's reason when that
 * aborts. In both cases, respond with {@link closeAfter}.
 */
export async function readBody(
  request: Request,
  limit: number,
  signal?: AbortSignal,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return undefined;
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  const cancel = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return Buffer.concat(chunks, size);
      size += value.byteLength;
      if (size > limit) return undefined;
      chunks.push(value);
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
    reader.releaseLock();
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
