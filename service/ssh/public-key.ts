import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { isWeakEd25519 } from "../core/weak-ed25519";
import { readWire, type Wire, WireError, wireString } from "./wire";

const curves = {
  "ecdsa-sha2-nistp256": { name: "nistp256", crv: "P-256", bytes: 32, hash: "sha256" },
  "ecdsa-sha2-nistp384": { name: "nistp384", crv: "P-384", bytes: 48, hash: "sha384" },
  "ecdsa-sha2-nistp521": { name: "nistp521", crv: "P-521", bytes: 66, hash: "sha512" },
} as const;

export type KeyType = keyof typeof curves | "ssh-ed25519" | "ssh-rsa";

const leastRsaBits = 2048;
const mostRsaBits = 16_384;

export interface SshPublicKey {
  type: KeyType;
  /** SSH's own form of it. */
  blob: Buffer;
  key: KeyObject;
  /** As `ssh-keygen -l` prints it. */
  fingerprint: string;
}

/** Why a key is not taken, as the rest of a sentence that begins with the field. */
export class KeyProblem extends Error {}

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
    if (x.length !== 32) throw new KeyProblem("is no Ed25519 key");
    if (isWeakEd25519(x)) throw new KeyProblem("is a weak key");
    return { kty: "OKP", crv: "Ed25519", x: base64url(x) };
  }
  if (type === "ssh-rsa") {
    const e = wire.positive();
    const n = wire.positive();
    if (bitsOf(n) < leastRsaBits) throw new KeyProblem(`is an RSA key of fewer than ${leastRsaBits} bits`);
    if (bitsOf(n) > mostRsaBits) throw new KeyProblem(`is an RSA key of more than ${mostRsaBits} bits`);
    if (((n.at(-1) ?? 0) & 1) === 0 || ((e.at(-1) ?? 0) & 1) === 0 || bitsOf(e) < 2 || bitsOf(e) > 64) {
      throw new KeyProblem("is no RSA key");
    }
    return { kty: "RSA", e: base64url(e), n: base64url(n) };
  }
  const { name, crv, bytes } = curves[type];
  if (wire.text() !== name) throw new KeyProblem("names another curve than its type");
  const point = wire.string();
  if (point.length !== 1 + 2 * bytes || point[0] !== 4) throw new KeyProblem("is no uncompressed point");
  return { kty: "EC", crv, x: base64url(point.subarray(1, 1 + bytes)), y: base64url(point.subarray(1 + bytes)) };
}

/** Reads the fields that follow a key's type, and answers the key. Throws {@link KeyProblem}. */
export function readKeyFields(type: KeyType, wire: Wire, fields: () => Buffer): SshPublicKey {
  const jwk = readJwk(type, wire);
  const blob = Buffer.concat([wireString(type), fields()]);
  const fingerprint = `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;
  try {
    return { type, blob, key: createPublicKey({ key: jwk, format: "jwk" }), fingerprint };
  } catch {
    throw new KeyProblem("is no valid key of its type");
  }
}

/** Reads a key in SSH's own form. Throws {@link KeyProblem}. */
export function parseKeyBlob(bytes: Buffer): SshPublicKey {
  try {
    const wire = readWire(bytes);
    const type = wire.text();
    if (type.endsWith("-cert-v01@openssh.com")) throw new KeyProblem("is a certificate, not a key");
    if (!isKeyType(type)) throw new KeyProblem("has a type that is not supported");
    const start = wire.position();
    const key = readKeyFields(type, wire, () => bytes.subarray(start, wire.position()));
    wire.end();
    return key;
  } catch (error) {
    if (error instanceof WireError) throw new KeyProblem(`is no key: ${error.message}`);
    throw error;
  }
}

/** Reads one line of an `authorized_keys` file: type, key, and a comment that is dropped. Throws {@link KeyProblem}. */
export function parseKeyLine(line: string): SshPublicKey {
  const trimmed = line.trim();
  if (/[\r\n\0]/.test(trimmed)) throw new KeyProblem("must be one line");
  const [type = "", encoded = ""] = trimmed.split(/[ \t]+/);
  if (type.endsWith("-cert-v01@openssh.com")) throw new KeyProblem("is a certificate, not a key");
  if (!isKeyType(type)) {
    throw new KeyProblem(
      "must begin with ssh-ed25519, ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521 or ssh-rsa",
    );
  }
  const bytes = Buffer.from(encoded, "base64");
  if (encoded === "" || bytes.toString("base64").replace(/=+$/, "") !== encoded.replace(/=+$/, "")) {
    throw new KeyProblem("holds no base64 after its type");
  }
  const key = parseKeyBlob(bytes);
  if (key.type !== type) throw new KeyProblem("is of another type than it says");
  return key;
}

/** The key of one line that somebody gave; throws what `refusal` makes of the problem, the rest of a sentence. */
export function readKeyLine(line: string, refusal: (problem: string) => Error): SshPublicKey {
  try {
    return parseKeyLine(line);
  } catch (error) {
    throw error instanceof KeyProblem ? refusal(error.message) : error;
  }
}
