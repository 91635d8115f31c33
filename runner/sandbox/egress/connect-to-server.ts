import { isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { RunSandbox } from "../run-sandbox";

/**
 * Opens a connection to the server of an http or https URL on a run's behalf. `ca`: the certificates to trust instead of
 * Node's. Throws when the run's egress policy doesn't allow it.
 */
export async function connectToServer(url: URL, connect: RunSandbox["connect"], ca?: Buffer | string): Promise<Socket> {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = await connect({ host, port: Number(url.port || (secure ? 443 : 80)) });
  if (!secure) return socket;
  return connectTls({ socket, ...(isIP(host) ? {} : { servername: host }), ...(ca ? { ca } : {}) });
}
