import { createHash, createPublicKey } from "node:crypto";
import { apiError } from "../../core/http/api-error";
import { isWeakEd25519 } from "../../core/weak-ed25519";

/** The SPKI prefix before the 32 bytes of an Ed25519 key. */
const spkiHead = Buffer.from("302a300506032b6570032100", "hex");
const pem = /^\s*-----BEGIN PUBLIC KEY-----\s[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/;

function spkiOf(text: string): Buffer | undefined {
  // Reject private keys sent by mistake.
  if (!pem.test(text)) return undefined;
  try {
    return createPublicKey({ key: text, format: "pem", type: "spki" }).export({ format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

export interface PublicKey {
  /** SHA-256 of the SPKI, base64url. */
  kid: string;
  /** The SPKI, DER, base64. */
  publicKey: string;
}

/** A key's id, derived from its SPKI. */
export const kidOf = (spki: Buffer) => createHash("sha256").update(spki).digest("base64url");

/** Parses an Ed25519 public key in PEM. Throws InvalidArgument for other input and weak keys. */
export function readPublicKey(text: string): PublicKey {
  const spki = spkiOf(text);
  if (spki?.length !== spkiHead.length + 32 || !spki.subarray(0, spkiHead.length).equals(spkiHead)) {
    throw apiError.repohost("InvalidArgument", "publicKey must be a PEM SPKI Ed25519 public key", "publicKey");
  }
  if (isWeakEd25519(spki.subarray(spkiHead.length))) {
    throw apiError.repohost("InvalidArgument", "publicKey is a weak key", "publicKey");
  }
  return { kid: kidOf(spki), publicKey: spki.toString("base64") };
}
