import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";

export interface SigningApp {
  id: string;
  privateKey: KeyObject;
}

const audience = "repohost-apps";
const lifetimeSeconds = 15 * 60;

/** Parses a private key from settings or a file. `\n` can be used for line breaks. Throws unless it is an Ed25519 key. */
export function readSigningKey(pem: string): KeyObject {
  const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
  if (key.asymmetricKeyType !== "ed25519") throw new Error("the app's private key is not an Ed25519 key");
  return key;
}

/** Creates the JWT an app authenticates with. `now` is in Unix milliseconds. */
export function signAppJwt({ id, privateKey }: SigningApp, now: number): Promise<string> {
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  const kid = createHash("sha256").update(spki).digest("base64url");
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({ iss: id, aud: audience, iat: issuedAt, exp: issuedAt + lifetimeSeconds })
    .setProtectedHeader({ alg: "EdDSA", kid, typ: "JWT" })
    .sign(privateKey);
}
