import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { isWeakEd25519 } from "../core/weak-ed25519";
import { readWire, type Wire, WireError, wireString } from "./wire";

const curves = {
  "ecdsa-sha2-nistp256": { name: "nistp256", crv: "P-256", bytes: 32, hash: "sha256" },
  "ecdsa-sha2-nistp384": { name: "nistp384", crv: "P-384", bytes: 48, hash: "sha384" },
  "ecdsa-sha2-nistp521": { name: "nistp521", crv: "P-521", bytes: 66, hash: "sha512" },
} as const;

export type KeyType = keyof typeof curves | "ssh-ed25519" | "ssh-rsa";

const minRsaBits = 2048;
const maxRsaBits = 16_384;

export interface SshPublicKey {
  type: KeyType;
  /** SSH wire format. */
  blob: Buffer;
  key: KeyObject;
  /** As `ssh-keygen -l` prints it. */
  fingerprint: string;
}

/** A key was rejected. The message completes a sentence that starts with the field name. */
export class InvalidKeyError extends Error {}

export function isEcdsa(type: string): type is keyof typeof curves {
  return Object.hasOwn(curves, type);
}

export const curveOf = (type: keyof typeof curves) => curves[type];

export function isKeyType(type: string): type is KeyType {
  return type === "ssh-ed25519" || type === "ssh-rsa" || isEcdsa(type);
}

const base64url = (bytes: Buffer) => bytes.toString("base64url");

function bitsOf(number: Buffer): number {
  return (number.length - 1) * 8 + (number[0] ?? 0).toString(2).length;
}

function readJwk(type: KeyType, wire: Wire): JsonWebKey {
  if (type === "ssh-ed25519") {
    const x = wire.string();
    if (x.length !== 32) throw new InvalidKeyError("is not a valid Ed25519 key");
    if (isWeakEd25519(x)) throw new InvalidKeyError("is a weak key");
    return { kty: "OKP", crv: "Ed25519", x: base64url(x) };
  }
  if (type === "ssh-rsa") {
    const e = wire.positive();
    const n = wire.positive();
    if (bitsOf(n) < minRsaBits) throw new InvalidKeyError(`is an RSA key of fewer than ${minRsaBits} bits`);
    if (bitsOf(n) > maxRsaBits) throw new InvalidKeyError(`is an RSA key of more than ${maxRsaBits} bits`);
    if (((n.at(-1) ?? 0) & 1) === 0 || ((e.at(-1) ?? 0) & 1) === 0 || bitsOf(e) < 2 || bitsOf(e) > 64) {
      throw new InvalidKeyError("is not a valid RSA key");
    }
    return { kty: "RSA", e: base64url(e), n: base64url(n) };
  }
  const { name, crv, bytes } = curves[type];
  if (wire.text() !== name) throw new InvalidKeyError("has a curve that doesn't match its type");
  const point = wire.string();
  if (point.length !== 1 + 2 * bytes || point[0] !== 4) throw new InvalidKeyError("is not an uncompressed point");
  return { kty: "EC", crv, x: base64url(point.subarray(1, 1 + bytes)), y: base64url(point.subarray(1 + bytes)) };
}

/** Reads a key from the fields that follow its type. Throws {@link InvalidKeyError}. */
export function readKeyFields(type: KeyType, wire: Wire, fields: () => Buffer): SshPublicKey {
  const jwk = readJwk(type, wire);
  const blob = Buffer.concat([wireString(type), fields()]);
  const fingerprint = `SHA256:${createHash("sha256")
    .update(blob)
    .digest("base64")
    .replace(/(?<!=)=+$/, "")}`;
  try {
    return { type, blob, key: createPublicKey({ key: jwk, format: "jwk" }), fingerprint };
  } catch {
    throw new InvalidKeyError("is not a valid key of its type");
  }
}

/** Parses a key in SSH wire format. Throws {@link InvalidKeyError}. */
export function parseKeyBlob(bytes: Buffer): SshPublicKey {
  try {
    const wire = readWire(bytes);
    const type = wire.text();
    if (type.endsWith("-cert-v01@openssh.com")) throw new InvalidKeyError("is a certificate, not a key");
    if (!isKeyType(type)) throw new InvalidKeyError("has an unsupported type");
    const start = wire.position();
    const key = readKeyFields(type, wire, () => bytes.subarray(start, wire.position()));
    wire.end();
    return key;
  } catch (error) {
    if (error instanceof WireError) throw new InvalidKeyError(`is not a valid key: ${error.message}`);
    throw error;
  }
}

/** Parses a line of an `authorized_keys` file: type, key and an ignored comment. Throws {@link InvalidKeyError}. */
export function parseKeyLine(line: string): SshPublicKey {
  const trimmed = line.trim();
  if (/[\r\n\0]/.test(trimmed)) throw new InvalidKeyError("must be a single line");
  const [type = "", encoded = ""] = trimmed.split(/[ \t]+/);
  if (type.endsWith("-cert-v01@openssh.com")) throw new InvalidKeyError("is a certificate, not a key");
  if (!isKeyType(type)) {
    throw new InvalidKeyError(
      "must start with ssh-ed25519, ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521 or ssh-rsa",
    );
  }
  const bytes = Buffer.from(encoded, "base64");
  if (encoded === "" || bytes.toString("base64").replace(/(?<!=)=+$/, "") !== encoded.replace(/(?<!=)=+$/, "")) {
    throw new InvalidKeyError("has no valid base64 after its type");
  }
  const key = parseKeyBlob(bytes);
  if (key.type !== type) throw new InvalidKeyError("doesn't match its declared type");
  return key;
}

/** Parses a user-supplied key line. Throws the error that `toError` returns for the problem. */
export function readKeyLine(line: string, toError: (problem: string) => Error): SshPublicKey {
  try {
    return parseKeyLine(line);
  } catch (error) {
    throw error instanceof InvalidKeyError ? toError(error.message) : error;
  }
}
