import "server-only";
import type { Clock } from "@/lib/core/clock";
import { closeAfter, readBody } from "@/lib/core/http/request-body";
import type { Log } from "@/lib/core/log";
import type { Store } from "@/lib/server/db/store";
import { storeDelivery } from "@/lib/server/db/webhooks";
import type { SigningKeys } from "@/lib/server/upstream/signing/signing-keys";
import { Envelope } from "./envelope";
import { isTimely, readSignature, type SignedDelivery, signedMessage } from "./signed-delivery";

/** The largest deliveries list five thousand repositories. */
const maxBytes = 8 * 1024 * 1024;

interface ReceiverParts {
  keys: SigningKeys;
  /** The app whose deliveries are accepted; `undefined` if the dashboard has none. */
  appId(): Promise<string | undefined>;
  store(): Promise<Store>;
  clock: Clock;
  log: Log;
}

function respond(status: number, problem?: string): Response {
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  return problem === undefined
    ? new Response(null, { status, headers })
    : Response.json({ error: { code: "delivery_rejected", message: problem } }, { status, headers });
}

function envelopeOf(body: Buffer): Envelope | undefined {
  try {
    return Envelope.safeParse(JSON.parse(body.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

/**
 * Receives deliveries: verifies the signature and timestamp of the raw bytes, stores each `webhook-id` once, and
 * acknowledges stored ones. They are processed later, so acknowledged deliveries aren't lost.
 */
export function createReceiver(parts: ReceiverParts): (request: Request) => Promise<Response> {
  const { keys, clock, log } = parts;

  async function isSigned(delivery: SignedDelivery): Promise<boolean> {
    const message = signedMessage(delivery);
    for (const signature of delivery.signatures) if (await keys.verify(message, signature)) return true;
    return false;
  }

  return async (request) => {
    // Before the body is read: anyone can send one.
    const signature = readSignature(request.headers);
    if (!signature) return closeAfter(request, respond(400, "Missing or invalid signature headers."));
    if (!isTimely(signature, clock.now())) {
      return closeAfter(request, respond(401, "The timestamp is outside the tolerance."));
    }
    const read = await readBody(request, maxBytes, clock);
    if ("problem" in read) return closeAfter(request, respond(read.status, `${read.problem}.`));
    const { body } = read;
    const delivery = { ...signature, body };
    try {
      if (!(await isSigned(delivery))) return respond(401, "Invalid signature.");
    } catch (error) {
      log.warn({ err: error, delivery: delivery.id }, "signing keys fetch failed");
      return respond(503, "Couldn't fetch the service's keys. Retry later.");
    }
    const envelope = envelopeOf(body);
    if (!envelope || envelope.deliveryId !== delivery.id)
      return respond(400, "The body doesn't match the delivery id.");
    const appId = await parts.appId();
    if (envelope.appId !== appId) return respond(404, "The delivery is for another app.");
    if (envelope.event.type === "ping") return respond(204);
    try {
      const isNew = await storeDelivery(await parts.store(), {
        id: delivery.id,
        type: envelope.event.type,
        body: body.toString("utf8"),
        receivedAt: new Date(clock.now()),
      });
      return respond(isNew ? 202 : 200);
    } catch (error) {
      log.error({ err: error, delivery: delivery.id }, "delivery write failed");
      return respond(503, "Couldn't store the delivery. Retry later.");
    }
  };
}
