import { createHash, createPublicKey, type JsonWebKey, sign, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { expect } from "@playwright/test";
import { z } from "zod";

// A client and an app written from docs/api.md alone, to check the guide. Imports none of the product's code.

/** An error response. `body` is its parsed JSON. */
export class ResponseError extends Error {
  constructor(
    request: string,
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`${request}: ${status} ${JSON.stringify(body)}`);
  }
}

/** Sends JSON with a bearer credential and returns the parsed response. Throws a ResponseError unless it is 2xx. */
export async function send(url: string, credential: string, method = "GET", body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const result: unknown = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new ResponseError(`${method} ${url}`, response.status, result);
  return result;
}

/** The app JWT of the guide, issued at `now` in Unix seconds. */
export function appJwt(appId: string, privatePem: string, seconds = 300, now = Math.floor(Date.now() / 1000)): string {
  const spki = createPublicKey(privatePem).export({ format: "der", type: "spki" });
  const header = { alg: "EdDSA", typ: "JWT", kid: createHash("sha256").update(spki).digest("base64url") };
  const claims = { iss: appId, aud: "repohost-apps", iat: now, exp: now + seconds };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${text}.${sign(null, Buffer.from(text), privatePem).toString("base64url")}`;
}

const Installations = z.object({
  installations: z.array(z.object({ id: z.string(), target: z.object({ slug: z.string() }) })),
});
const AccessToken = z.object({ token: z.string().startsWith("oit_"), expiresAt: z.string() });

export class DocsApp {
  constructor(
    private readonly serviceUrl: string,
    readonly id: string,
    readonly privatePem: string,
  ) {}

  /** Calls an operation below `/v1/repohost/app` with a JWT of 20 minutes, so that tokens have their full lifetime. */
  call(method: string, path: string, body?: object, jwt = appJwt(this.id, this.privatePem, 1_200)): Promise<unknown> {
    return send(`${this.serviceUrl}/v1/repohost/app${path}`, jwt, method, body);
  }

  /** Creates a token of the installation in a namespace. */
  async accessToken(
    namespace: string,
    limits: { scopes?: readonly string[]; repositoryIds?: readonly string[] },
    jwt?: string,
  ): Promise<z.infer<typeof AccessToken>> {
    const { installations } = Installations.parse(await this.call("GET", "/installations"));
    const installation = installations.find(({ target }) => target.slug === namespace);
    if (!installation) throw new Error(`the app isn't installed in ${namespace}`);
    return AccessToken.parse(await this.call("POST", `/installations/${installation.id}/access_tokens`, limits, jwt));
  }
}

/** Whether a delivery has a signature of the service that is at most 300 seconds from `now`, in Unix milliseconds. */
export function isFromService(
  headers: IncomingHttpHeaders,
  body: Buffer,
  keys: readonly JsonWebKey[],
  now = Date.now(),
): boolean {
  const header = (name: string) => String(headers[name] ?? "");
  const timestamp = header("webhook-timestamp");
  const hash = createHash("sha256")
    .update(`${header("webhook-id")}.${timestamp}.`)
    .update(body);
  const digest = Buffer.from(hash.digest("hex"));
  const signatures = header("webhook-signature")
    .split(" ")
    .flatMap((each) => (each.startsWith("v1ed,") ? [Buffer.from(each.slice(5), "base64")] : []));
  const publicKeys = keys.map((key) => createPublicKey({ key, format: "jwk" }));
  const isRecent = Math.abs(now / 1000 - Number(timestamp)) <= 300;
  return isRecent && signatures.some((signature) => publicKeys.some((key) => verify(null, digest, key, signature)));
}

const Keys = z.object({
  keys: z.array(z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() })),
});
const Delivery = z.object({
  deliveryId: z.string(),
  appId: z.string(),
  event: z.object({ id: z.string(), type: z.string(), eventTime: z.string(), payload: z.unknown() }),
});
type Delivery = z.infer<typeof Delivery>;

/** A webhook receiver on this machine that handles each delivery once. */
export class Receiver {
  /** Every request, including repeated and rejected ones, with the status of the response. */
  readonly requests: { headers: IncomingHttpHeaders; body: Buffer; status: number }[] = [];
  readonly #handled = new Map<string, Delivery>();
  readonly #server = createServer((request, response) => {
    this.#receive(request, response).catch(() => response.destroy());
  });
  #keys: readonly JsonWebKey[] = [];
  #fetchedAt = 0;

  constructor(private readonly serviceUrl: string) {}

  /** Starts listening on a free port and returns the webhook URL. */
  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const { port } = z.object({ port: z.number() }).parse(this.#server.address());
    return `http://127.0.0.1:${port}/webhooks`;
  }

  /** The handled deliveries of an event, oldest first. */
  deliveries(type: string): readonly Delivery[] {
    return [...this.#handled.values()].filter(({ event }) => event.type === type);
  }

  /** Waits for a handled delivery of an event whose payload matches, and returns the payload. */
  async waitFor<T>(type: string, payload: z.ZodType<T>, matches: (payload: T) => boolean): Promise<T> {
    const payloads = () => this.deliveries(type).map(({ event }) => payload.parse(event.payload));
    await expect.poll(() => payloads().some(matches), { message: type }).toBe(true);
    const found = payloads().find(matches);
    if (found === undefined) throw new Error(`no ${type}`);
    return found;
  }

  /** The service's public keys, cached for 10 minutes. */
  async keys(): Promise<readonly JsonWebKey[]> {
    if (Date.now() - this.#fetchedAt > 600_000) await this.#fetchKeys();
    return this.#keys;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #fetchKeys(): Promise<void> {
    const response = await fetch(`${this.serviceUrl}/v1/repohost/keys`);
    this.#keys = Keys.parse(await response.json()).keys;
    this.#fetchedAt = Date.now();
  }

  async #isValid(headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
    if (isFromService(headers, body, await this.keys())) return true;
    if (Date.now() - this.#fetchedAt <= 60_000) return false;
    await this.#fetchKeys();
    return isFromService(headers, body, this.#keys);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const status = (await this.#isValid(request.headers, body)) ? 204 : 401;
    if (status === 204) {
      const delivery = Delivery.parse(JSON.parse(body.toString()));
      if (!this.#handled.has(delivery.deliveryId)) this.#handled.set(delivery.deliveryId, delivery);
    }
    this.requests.push({ headers: request.headers, body, status });
    response.writeHead(status).end();
  }
}

export interface StreamEvent {
  id: string | undefined;
  event: string;
  data: unknown;
}

function parseFrame(frame: string): StreamEvent {
  const fields = new Map<string, string>();
  for (const line of frame.split("\n")) {
    const colon = line.indexOf(":");
    fields.set(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  // The guide calls the payload of some events empty.
  return { id: fields.get("id"), event: fields.get("event") ?? "", data: JSON.parse(fields.get("data") || "null") };
}

/** The events of a run after `lastEventId`, or from the start. Leaving the loop closes the connection. */
async function* runEvents(url: string, credential: string, lastEventId?: string): AsyncGenerator<StreamEvent> {
  const headers = {
    authorization: `Bearer ${credential}`,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  };
  const response = await fetch(url, { headers });
  if (!response.ok || !response.body) throw new ResponseError(`GET ${url}`, response.status, await response.text());
  let buffered = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (buffered + chunk).split("\n\n");
    buffered = frames.pop() ?? "";
    for (const frame of frames) yield parseFrame(frame);
  }
}

export const ids = (events: readonly StreamEvent[]) => events.flatMap(({ id }) => (id === undefined ? [] : [id]));

/** Reads a run's stream up to `done`, or until it has sent `limit` ids. */
export async function readRun(
  url: string,
  credential: string,
  lastEventId?: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of runEvents(url, credential, lastEventId)) {
    events.push(event);
    if (event.event === "done" || ids(events).length === limit) break;
  }
  return events;
}
