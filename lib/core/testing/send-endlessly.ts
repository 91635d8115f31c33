import { once } from "node:events";
import { request } from "node:http";

/** Posts a chunked body that never ends. Returns the status, and a promise that resolves when the server closes the connection. */
export async function sendEndlessly(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; closed: Promise<void> }> {
  const sending = request(url, {
    method: "POST",
    headers: { ...headers, "transfer-encoding": "chunked" },
    agent: false,
  });
  const closed = once(sending, "close").then(() => undefined);
  const timer = setInterval(() => sending.write(Buffer.alloc(64 * 1024, " ")), 2);
  void closed.then(() => clearInterval(timer));
  const response = await new Promise<{ statusCode?: number | undefined; resume(): unknown }>((resolve, reject) => {
    sending.once("response", resolve);
    sending.once("error", reject);
  });
  sending.on("error", () => undefined);
  response.resume();
  return { status: response.statusCode, closed };
}
