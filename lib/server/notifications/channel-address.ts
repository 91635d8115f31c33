import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { openText, sealText } from "@/lib/server/sealed-text";

/** Where a channel sends to. Those with secrets are stored encrypted. */
export const ChannelAddress = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("inbox"), userId: z.string() }),
  z.object({ kind: z.literal("email"), email: z.string() }),
  z.object({ kind: z.literal("slack"), url: z.string() }),
  z.object({ kind: z.literal("webhook"), url: z.string(), secret: z.string() }),
  z.object({
    kind: z.literal("push"),
    subscription: z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) }),
  }),
]);
export type ChannelAddress = z.infer<typeof ChannelAddress>;

const purpose = "slipway notification channels";

export const sealAddress = (address: ChannelAddress, secret: string): Promise<string> =>
  sealText(JSON.stringify(address), secret, purpose);

/** Throws if it was sealed with another secret. */
export async function openAddress(sealed: string, secret: string): Promise<ChannelAddress> {
  return ChannelAddress.parse(JSON.parse(await openText(sealed, secret, purpose)));
}

/** Identifies an address without revealing it. */
export function addressHash(address: ChannelAddress): string {
  const where = () => {
    switch (address.kind) {
      case "inbox":
      case "email":
        return address.kind;
      case "push":
        return address.subscription.endpoint;
      default:
        return address.url;
    }
  };
  return createHash("sha256").update(`${address.kind} ${where()}`).digest("hex");
}

/** A new signing secret in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
