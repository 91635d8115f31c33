import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { closeAfter, parseJson, readBody } from "@/lib/core/http/request-body";
import type { Context } from "../core/context";
import { notify } from "../core/store/notifications";
import { githubDeliveries } from "../core/store/tables/github";
import { appsChanged } from "../github/github-apps";
import type { WithGitHub } from "../github/with-github";
import { isInstallationEvent, parseWebhookChange } from "./webhook-change";

/** Payloads of the subscribed events are much smaller. */
const maxBytes = 4 * 1024 * 1024;
/** Bodies that are read at a time; anyone can send one. */
const maxConcurrent = 16;
/** Time for sending a body. Without it, 16 clients that never finish would block all deliveries. */
const bodyTimeoutMs = 10_000;
const path = /^\/github\/webhooks\/([a-z0-9.-]{1,250}(?:(?::|%3A)[0-9]{1,5})?)$/i;

/** Start of the ids of a server's deliveries. */
export const deliveryPrefix = (host: string) => `${host} `;

function respond(status: number, message?: string): Response {
  const headers = { "cache-control": "no-store" };
  return message === undefined
    ? new Response(null, { status, headers })
    : Response.json({ error: { code: "delivery_rejected", message } }, { status, headers });
}

interface DeliveryHeaders {
  id: string;
  event: string;
  signature: Buffer;
}

function readHeaders(headers: Headers): DeliveryHeaders | undefined {
  const id = headers.get("x-github-delivery") ?? "";
  const event = headers.get("x-github-event") ?? "";
  const [, signature] = /^sha256=([0-9a-f]{64})$/.exec(headers.get("x-hub-signature-256") ?? "") ?? [];
  if (!/^[A-Za-z0-9-]{1,100}$/.test(id) || !/^[a-z_]{1,100}$/.test(event) || signature === undefined) return undefined;
  return { id, event, signature: Buffer.from(signature, "hex") };
}

function isSigned(secret: string, body: Buffer, signature: Buffer): boolean {
  return timingSafeEqual(createHmac("sha256", secret).update(body).digest(), signature);
}

/**
 * Receives webhooks of GitHub Apps: verifies the signature of the raw bytes, and stores each delivery and what it changed once,
 * before it is acknowledged. A repeated delivery changes nothing.
 */
export function createGitHubWebhookRoute(
  context: Context & WithGitHub,
): (request: Request, rawPath: string) => Promise<Response | undefined> {
  const { db, clock, github, log } = context;
  let reading = 0;

  async function store(host: string, { id, event }: DeliveryHeaders, payload: unknown): Promise<boolean> {
    const change = parseWebhookChange(event, payload) ?? null;
    // A payload can only name repositories of the server whose secret signed it.
    const own = change?.repository.startsWith(`${host}/`) ? change : null;
    return db.transaction(async (tx) => {
      // Positions become visible in order.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('github_deliveries'))`);
      const stored = await tx
        .insert(githubDeliveries)
        .values({ id: `${deliveryPrefix(host)}${id}`, event, change: own, receivedAt: clock.now() })
        .onConflictDoNothing()
        .returning({ id: githubDeliveries.id });
      if (stored.length > 0 && isInstallationEvent(event)) await notify(tx, "github", appsChanged);
      return stored.length > 0;
    });
  }

  async function receive(request: Request, host: string, secret: string, delivery: DeliveryHeaders): Promise<Response> {
    const read = await readBody(request, maxBytes, clock, () => bodyTimeoutMs);
    if ("problem" in read) return closeAfter(request, respond(read.status, `${read.problem}.`));
    const { body } = read;
    if (!isSigned(secret, body, delivery.signature)) return respond(401, "Invalid signature.");
    const payload = parseJson(body);
    if (!payload) return respond(400, "The body isn't JSON. Select application/json as the webhook's content type.");
    try {
      return respond((await store(host, delivery, payload.value)) ? 202 : 200);
    } catch (error) {
      log.error({ err: error, delivery: delivery.id }, "couldn't store a delivery of GitHub");
      return respond(503, "Couldn't store the delivery. Redeliver it later.");
    }
  }

  return async (request, rawPath) => {
    const [, encoded] = path.exec(rawPath) ?? [];
    if (encoded === undefined) return undefined;
    if (request.method !== "POST") return respond(405, "Only POST is allowed.");
    const host = decodeURIComponent(encoded).toLowerCase();
    const secret = github.apps.get(host)?.webhookSecret;
    if (!secret) return closeAfter(request, respond(404, "No GitHub App of this server."));
    const delivery = readHeaders(request.headers);
    if (!delivery) return closeAfter(request, respond(400, "Missing or invalid delivery headers."));
    if (reading >= maxConcurrent) return closeAfter(request, respond(503, "Too many deliveries. Redeliver it later."));
    reading += 1;
    try {
      return await receive(request, host, secret, delivery);
    } finally {
      reading -= 1;
    }
  };
}
