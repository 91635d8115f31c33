import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";

export interface SigningApp {
  id: string;
  privateKey: KeyObject;
}

const audience = "repohost-apps";
const lifetimeSeconds = 15 * 60;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A private key as settings and files hold it; `\n` may stand for line breaks. Throws for anything that is no Ed25519 key. */
export function readSigningKey(pem: string): KeyObject {
  const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
  if (key.asymmetricKeyType !== "ed25519") throw new Error("the app's private key is not an Ed25519 key");
  return key;
}

/** The JWT by which an app speaks for itself: tokens minted with it live as long as it does, at most. */
export function signAppJwt({ id, privateKey }: SigningApp, now: number): string {
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  const kid = createHash("sha256").update(spki).digest("base64url");
  const issuedAt = Math.floor(now / 1000);
  const claims = { iss: id, aud: audience, iat: issuedAt, exp: issuedAt + lifetimeSeconds };
  const text = `${part({ alg: "EdDSA", kid, typ: "JWT" })}.${part(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString("base64url")}`;
}
