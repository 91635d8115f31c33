import { generateKeyPairSync } from "node:crypto";
import { publishedKeys, type ServiceKey, signingKey } from "../../hosting/signing/service-keys";
import { createMessage, webhookRequest } from "../../hosting/webhooks/attempt-delivery";
import type { Service } from "../../service";

/** A webhook request, and the keys to verify it with. */
export interface SignedDelivery {
  name: string;
  valid: boolean;
  headers: Readonly<Record<string, string>>;
  body: string;
  keys: readonly object[];
}

/** Deliveries as the service sends them now, valid ones and ones that a receiver must reject. */
export async function signedDeliveries(service: Service): Promise<SignedDelivery[]> {
  const { clock, settings } = service;
  const key = await signingKey(service);
  const { keys } = await publishedKeys(service);
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const stranger: ServiceKey = { kid: "none", privateKey };
  const event = { id: "evt_1", type: "ping", payload: { text: "Grüße 🚀" }, createdAt: clock.now() };
  const message = createMessage({ id: "whd_1", appId: "app_1", installationId: "inst_1" }, event);
  const sent = (by: ServiceKey, secondsAgo = 0) => {
    const then = { ...clock, now: () => clock.now() - secondsAgo * 1_000 };
    return { ...webhookRequest({ clock: then, settings }, by, message), keys };
  };
  const now = sent(key);
  const { headers, body } = now;
  const { "webhook-signature": signature = "", "webhook-timestamp": timestamp } = headers;
  const changed = (header: string, value: string) => ({ ...now, headers: { ...headers, [header]: value } });
  const valid = [
    { name: "as sent", ...now },
    { name: "a few minutes old", ...sent(key, 240) },
    { name: "signed with one of several keys", ...now, keys: [publicKey.export({ format: "jwk" }), ...keys] },
    { name: "several signatures", ...changed("webhook-signature", `v1,AAAA v1ed,AAAA ${signature}`) },
  ];
  const invalid = [
    { name: "changed body", ...now, body: body.replace("Grüße", "Gruß") },
    { name: "changed id", ...changed("webhook-id", "whd_2") },
    { name: "changed timestamp", ...changed("webhook-timestamp", String(Number(timestamp) + 1)) },
    { name: "stale", ...sent(key, 310) },
    { name: "from the future", ...sent(key, -310) },
    { name: "wrong key", ...sent(stranger) },
    { name: "no key", ...now, keys: [] },
    { name: "another scheme", ...changed("webhook-signature", signature.replace("v1ed", "v1")) },
    { name: "no signature", ...changed("webhook-signature", "") },
  ];
  return [...valid.map((each) => ({ ...each, valid: true })), ...invalid.map((each) => ({ ...each, valid: false }))];
}
