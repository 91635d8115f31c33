import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";
import { SMTPServer } from "smtp-server";
import { z } from "zod";

const PushMessage = z.strictObject({
  title: z.string(),
  url: z.string(),
  tag: z.string(),
  body: z.string().optional(),
  actions: z.array(z.strictObject({ title: z.string(), url: z.string() })).optional(),
});

async function listen(handler: RequestListener) {
  const server = createServer(handler);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An HTTP server that records requests and responds with the status that `respond` returns; `hang` never responds. */
export async function startHttpReceiver(respond: (request: ReceivedRequest) => number | "hang" = () => 204) {
  const received: ReceivedRequest[] = [];
  const server = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const each = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) };
    received.push(each);
    const status = respond(each);
    if (status !== "hang") response.writeHead(status).end();
  });
  return { ...server, received };
}

/** An SMTP server that records messages. Addresses that start with `rejected` are permanently rejected. */
export async function startMailServer() {
  const received: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "slipway" && password === "secret" ? done(null, { user: username }) : done(new Error("no")),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith("rejected")
        ? done(Object.assign(new Error("5.1.1 Mailbox unavailable"), { responseCode: 550 }))
        : done(),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: Buffer.concat(chunks).toString("utf8") });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: (password = "secret") => `smtp://slipway:${password}@127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** A browser's subscription at a push service that checks VAPID (RFC 8292) and decrypts messages (RFC 8291). */
export async function startPushService() {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  let status = 201;
  const server = await startHttpReceiver(() => status);

  async function verifyVapid(header: string | undefined): Promise<{ key: string; subject: string | undefined }> {
    const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header ?? "") ?? [];
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
    const jwk = await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256");
    const { payload } = await jwtVerify(token, jwk, { audience: server.url });
    return { key, subject: payload.sub };
  }

  function decrypt(body: Buffer): string {
    const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + idLength);
    const encrypted = body.subarray(21 + idLength);
    const shared = browser.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
    const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
    const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(encrypted.subarray(-16));
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
  }

  return {
    subscription: {
      endpoint: `${server.url}/send/1`,
      keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    respondWith(next: number) {
      status = next;
    },
    /** Checks and decrypts all received requests. */
    async read() {
      return Promise.all(
        server.received.map(async ({ headers, body }) => ({
          vapid: await verifyVapid(headers.authorization),
          encoding: headers["content-encoding"],
          ttl: headers.ttl,
          message: PushMessage.parse(JSON.parse(decrypt(body))),
        })),
      );
    },
    close: server.close,
  };
}
