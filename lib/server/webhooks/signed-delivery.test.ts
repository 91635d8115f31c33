import { verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isTimely, readSignature, signedMessage } from "./signed-delivery";
import { newSigner } from "./testing/signing";

const signer = newSigner();
const body = JSON.stringify({ text: "ü\u0000" });
const read = (headers: Record<string, string>, raw = body) => {
  const signature = readSignature(new Headers(headers));
  return signature && { ...signature, body: Buffer.from(raw) };
};
const isGood = (headers: Record<string, string>, raw?: string) => {
  const delivery = read(headers, raw);
  if (!delivery) return false;
  const message = signedMessage(delivery);
  return delivery.signatures.some((signature) => verify(null, message, signer.publicKey, signature));
};

describe("a signed delivery", () => {
  const good = signer.headers("whd_1", "1700000000", body);

  it("is only valid for its id, timestamp and bytes", () => {
    expect(isGood(good)).toBe(true);
    expect(isGood({ ...good, "webhook-id": "whd_2" })).toBe(false);
    expect(isGood({ ...good, "webhook-timestamp": "1700000001" })).toBe(false);
    expect(isGood(good, `${body} `)).toBe(false);
    expect(isGood(newSigner().headers("whd_1", "1700000000", body))).toBe(false);
  });

  it("is verified during key rotation, among other kinds of signatures", () => {
    const stranger = newSigner().headers("whd_1", "1700000000", body)["webhook-signature"];
    const signatures = `v1,abc ${stranger} v1ed,%%% ${good["webhook-signature"]}`;
    expect(isGood({ ...good, "webhook-signature": signatures })).toBe(true);
    expect(isGood({ ...good, "webhook-signature": `v1,${good["webhook-signature"]}` })).toBe(false);
  });

  it("can't shift text between id, timestamp and body", () => {
    const moved = signer.headers("whd_1.17", "1700000000", body);
    for (const headers of [moved, { ...good, "webhook-timestamp": "17.5" }, { ...good, "webhook-signature": "" }, {}]) {
      expect(read(headers as Record<string, string>)).toBeUndefined();
    }
  });

  it("is valid within five minutes of its timestamp", () => {
    const delivery = read(good);
    const at = (seconds: number) => delivery && isTimely(delivery, (1_700_000_000 + seconds) * 1000);
    expect([-301, -300, 0, 300, 301].map(at)).toEqual([false, true, true, true, false]);
  });
});
