import { type Settings, urlHost } from "./settings";

export const receiverPath = "/api/webhooks/repohost";

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The dashboard's URL for webhook deliveries: its public URL, or its local port if the public URL is neither https nor
 * loopback, because apps can't have such a URL.
 */
export function webhookReceiverUrl({ webUrl, host, port }: Pick<Settings, "webUrl" | "host" | "port">): string {
  const { protocol, hostname } = new URL(webUrl);
  if (protocol === "https:" || loopback.has(hostname)) return new URL(receiverPath, webUrl).href;
  const local = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return `http://${urlHost(local)}:${port}${receiverPath}`;
}
