import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { openPortPreview } from "@/lib/contract/agents/open-port-preview";
import type { TestService } from "@/service/testing/test-service";

/** An open preview, as a browser uses it. */
export interface PreviewBrowser {
  /** Sends a request. The response's body isn't read yet. */
  send(path: string, options?: { body?: Buffer; cookie?: string }): Promise<IncomingMessage>;
  read(path: string, body?: Buffer): Promise<{ status: number | undefined; body: string }>;
  /** Upgrades a connection. */
  upgrade(path: string): Promise<Duplex>;
}

/** Opens a preview of a run's port: exchanges its link for the cookie. */
export async function openPreview(
  test: TestService,
  { id, runId }: { id: string; runId: string },
  port: number,
): Promise<PreviewBrowser> {
  const { url } = await test.call(openPortPreview, { params: { id, runId, port: String(port) } });
  const { host, port: serverPort, origin, pathname, search } = new URL(url);
  let own = "";
  const open = (path: string, headers: Record<string, string>, method = "GET") =>
    request({ host: "127.0.0.1", port: serverPort, path, method, headers: { host, cookie: own, ...headers } });

  const browser: PreviewBrowser = {
    async send(path, { body, cookie } = {}) {
      const sent = open(path, cookie === undefined ? {} : { cookie }, body ? "POST" : "GET");
      sent.end(body);
      const [response] = await once(sent, "response");
      return response;
    },
    async read(path, body) {
      const response = await browser.send(path, body ? { body } : {});
      return { status: response.statusCode, body: await text(response) };
    },
    async upgrade(path) {
      const sent = open(path, { connection: "Upgrade", upgrade: "websocket", origin });
      sent.end();
      const [, socket] = await once(sent, "upgrade");
      return socket;
    },
  };
  const redeemed = await browser.send(pathname + search);
  redeemed.resume();
  own = redeemed.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  return browser;
}
