import { type Settings, urlHost } from "./settings";

export const receiverPath = "/api/webhooks/repohost";

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Where the dashboard receives events: its public address, or its port on this machine when that
 * address is neither https nor loopback, which apps may not have.
 */
export function webhookReceiverUrl({ webUrl, host, port }: Pick<Settings, "webUrl" | "host" | "port">): string {
  const { protocol, hostname } = new URL(webUrl);
  if (protocol === "https:" || loopback.has(hostname)) return new URL(receiverPath, webUrl).href;
  const local = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return `http://${urlHost(local)}:${port}${receiverPath}`;
}
