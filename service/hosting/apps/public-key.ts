import { createHash, createPublicKey } from "node:crypto";
import { refuse } from "../../core/http/refusal";

/** What stands before the 32 bytes of an Ed25519 key in its SPKI. */
const spkiHead = Buffer.from("302a300506032b6570032100", "hex");
const pem = /^\s*-----BEGIN PUBLIC KEY-----\s[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/;

/** 2^255 - 19: coordinates are below it. */
const prime = 2n ** 255n - 19n;

/** y of the points of small order: with them a signature can be made that fits any message. */
const smallOrder: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  prime - 1n,
  littleEndian(Buffer.from("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "hex")),
  littleEndian(Buffer.from("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "hex")),
]);

function littleEndian(bytes: Buffer): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
}

/** True for a key that is no proper point, or one anybody could sign for. */
export function isWeakEd25519(key: Buffer): boolean {
  const y = littleEndian(key) & (2n ** 255n - 1n);
  return y >= prime || smallOrder.has(y);
}

function spkiOf(text: string): Buffer | undefined {
  // A private key is turned down: whoever sends one has made a mistake.
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

/** Id of a key by its SPKI. */
export const kidOf = (spki: Buffer) => createHash("sha256").update(spki).digest("base64url");

/** Reads the PEM of an Ed25519 public key. Throws InvalidArgument for anything else, and for weak keys. */
export function readPublicKey(text: string): PublicKey {
  const spki = spkiOf(text);
  if (spki?.length !== spkiHead.length + 32 || !spki.subarray(0, spkiHead.length).equals(spkiHead)) {
    throw refuse.repohost("InvalidArgument", "publicKey must be a PEM SPKI Ed25519 public key", "publicKey");
  }
  if (isWeakEd25519(spki.subarray(spkiHead.length))) {
    throw refuse.repohost("InvalidArgument", "publicKey is a weak key", "publicKey");
  }
  return { kid: kidOf(spki), publicKey: spki.toString("base64") };
}
