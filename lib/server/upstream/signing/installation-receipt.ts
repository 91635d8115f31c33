import { decodeJwt, decodeProtectedHeader } from "jose";
import { z } from "zod";
import type { SigningKeys } from "./signing-keys";

const type = "repohost-installation-receipt+jwt";

const Header = z.looseObject({ alg: z.literal("EdDSA"), kid: z.string().min(1), typ: z.literal(type) });
const Claims = z.looseObject({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  exp: z.number(),
  state: z.string().optional(),
});

/** Expected claims of a receipt. */
export interface ExpectedReceipt {
  issuer: string;
  appId: string;
  installationId: string;
  /** The publisher's value, if any. */
  state: string | undefined;
}

function decoded(receipt: string) {
  try {
    return { header: Header.parse(decodeProtectedHeader(receipt)), claims: Claims.parse(decodeJwt(receipt)) };
  } catch {
    return undefined;
  }
}

/**
 * Why an app would reject the receipt of its installation, using the same checks as the app; `undefined` if it
 * is valid.
 *
 * @throws {SigningKeysUnavailable} when the service's keys can't be read
 */
export async function receiptProblem(
  keys: SigningKeys,
  receipt: string,
  expected: ExpectedReceipt,
  now: number,
): Promise<string | undefined> {
  const [head, body, signature = ""] = receipt.split(".");
  const { header, claims } = decoded(receipt) ?? {};
  if (!header || !claims) return "It isn't an installation receipt.";
  const text = Buffer.from(`${head}.${body}`);
  if (!(await keys.verify(text, Buffer.from(signature, "base64url"), header.kid))) {
    return "It isn't signed by any of the service's published keys.";
  }
  if (claims.iss !== expected.issuer) return `It was issued by ${claims.iss}, not ${expected.issuer}.`;
  if (claims.aud !== expected.appId) return "It is for another app.";
  if (claims.sub !== expected.installationId) return "It is for another installation.";
  if (claims.state !== expected.state) return "Its state doesn't match the one the app sent.";
  if (claims.exp * 1000 <= now) return "It has expired.";
  return undefined;
}
