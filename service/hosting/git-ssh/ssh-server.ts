import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import ssh2, { type AuthContext, type Connection } from "ssh2";
import type { Context } from "../../core/context";
import type { PackDesk } from "../../git/git-http-server";
import { parseKeyLine } from "../../ssh/public-key";
import { provesKey } from "../../ssh/signature";
import type { GitCaller } from "../git-http/git-authorization";
import { hostKey } from "./host-key";
import { serveCommand } from "./serve-command";
import { findSshCaller } from "./sign-in";

export interface SshServer {
  port: number;
  /** Fingerprint of the key the server proves itself with. */
  hostKey: string;
  close(): Promise<void>;
}

const signInWithinMs = 30_000;
/** Neither side says anything for so long: whoever was there is gone. Git itself speaks every few seconds. */
const longestSilenceMs = 5 * 60_000;
/** Clients try one key of their agent after another. */
const mostAttempts = 20;
const mostConnections = 256;
const loginName = "git";

interface Presented {
  algorithm: string;
  blob: Buffer;
  address: string;
}

/** What a client presents, if it may sign in with it. */
async function signIn(context: Context, authentication: AuthContext, address: string): Promise<Presented | undefined> {
  if (authentication.method !== "publickey" || authentication.username !== loginName) return undefined;
  const presented = { algorithm: authentication.key.algo, blob: authentication.key.data, address };
  const caller = await findSshCaller(context, presented);
  if (!caller) return undefined;
  const { blob: signed, signature, hashAlgo: hash } = authentication;
  // Without a signature the client only asks whether the key would do.
  if (!signature || !signed) return presented;
  return provesKey(caller.key, { algorithm: presented.algorithm, signed, signature, hash }) ? presented : undefined;
}

/** Signs a client in, and runs the git commands it sends. */
function serveConnection(context: Context, desk: PackDesk<GitCaller>, client: Connection, ip: string): void {
  const { log } = context;
  let attempts = 0;
  let presented: Presented | undefined;
  const tooLate = setTimeout(() => client.end(), signInWithinMs);
  client.on("error", (error) => log.info({ err: error, ip }, "a connection over SSH failed"));
  client.on("close", () => clearTimeout(tooLate));
  client.on("authentication", (authentication) => {
    if (authentication.method !== "none") attempts += 1;
    if (attempts > mostAttempts) return client.end();
    signIn(context, authentication, ip).then(
      (accepted) => {
        if (!accepted) return authentication.reject(["publickey"]);
        // Asking about a key, even in the same breath as proving another, makes nobody its holder.
        if (authentication.method === "publickey" && authentication.signature) presented = accepted;
        authentication.accept();
      },
      (error: unknown) => {
        log.error({ err: error }, "a sign-in over SSH could not be checked");
        authentication.reject(["publickey"]);
      },
    );
  });
  client.on("ready", () => clearTimeout(tooLate));
  client.on("session", (acceptSession) => {
    const session = acceptSession();
    let protocol: string | undefined;
    session.on("env", (accept, _reject, { key, val }) => {
      if (key === "GIT_PROTOCOL") protocol = val;
      accept?.();
    });
    session.once("exec", (accept, _reject, { command }) => {
      const who = presented;
      void serveCommand(desk, accept(), {
        command,
        protocol,
        caller: async () => (who ? findSshCaller(context, who) : undefined),
      });
    });
  });
}

/** Serves git over SSH: the login name is `git`, the key or certificate says who it is. */
export async function startSshServer(context: Context, desk: PackDesk<GitCaller>, port: number): Promise<SshServer> {
  const { log, settings } = context;
  const privateKey = await hostKey(settings.dataDir);
  const server = new ssh2.Server({ hostKeys: [privateKey], ident: "Slipway" });
  const open = new Set<Socket>();

  server.on("connection", (client, { ip }) => serveConnection(context, desk, client, ip));
  const sockets = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.setNoDelay(true);
    socket.setTimeout(longestSilenceMs, () => socket.destroy());
    server.injectSocket(socket);
  });
  sockets.maxConnections = mostConnections;
  sockets.listen(port, settings.host);
  await once(sockets, "listening");
  const address = sockets.address();
  const listening = address !== null && typeof address === "object" ? address.port : port;
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const [key] = [parsed].flat();
  const { fingerprint } = parseKeyLine(`ssh-ed25519 ${key?.getPublicSSH().toString("base64") ?? ""}`);
  log.info({ port: listening, hostKey: fingerprint }, "git is served over SSH");

  return {
    port: listening,
    hostKey: fingerprint,
    async close() {
      const closed = once(sockets, "close");
      sockets.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
