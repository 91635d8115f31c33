import { verify } from "node:crypto";
import { curveOf, isEcdsa, type SshPublicKey } from "./public-key";
import { readWire, WireError } from "./wire";

/** SHA-1 signatures (`ssh-rsa`) aren't accepted. */
const rsaHashes: ReadonlyMap<string, string> = new Map([
  ["rsa-sha2-256", "sha256"],
  ["rsa-sha2-512", "sha512"],
]);

function pointForm(signature: Buffer, bytes: number): Buffer {
  const wire = readWire(signature);
  const halves = [wire.positive(), wire.positive()].map((half) => {
    if (half.length > bytes) throw new WireError("number too large");
    return Buffer.concat([Buffer.alloc(bytes - half.length), half]);
  });
  wire.end();
  return Buffer.concat(halves);
}

/** Verifies a signature in SSH wire format. */
export function isSignedBy({ type, key }: SshPublicKey, signed: Buffer, signature: Buffer): boolean {
  try {
    const wire = readWire(signature);
    const algorithm = wire.text();
    const bytes = wire.string();
    wire.end();
    if (type === "ssh-rsa") {
      const hash = rsaHashes.get(algorithm);
      return hash !== undefined && verify(hash, signed, key, bytes);
    }
    if (algorithm !== type) return false;
    if (!isEcdsa(type)) return verify(null, signed, key, bytes);
    const curve = curveOf(type);
    return verify(curve.hash, signed, { key, dsaEncoding: "ieee-p1363" }, pointForm(bytes, curve.bytes));
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
}

/** A client's proof that it has the private key, as provided by ssh2. */
export interface Proof {
  /** Algorithm name sent by the client. */
  algorithm: string;
  signed: Buffer;
  signature: Buffer;
  hash: string | undefined;
}

/** Verifies a client's proof. ssh2 unpacks signatures of plain keys, but not those sent with a certificate. */
export function provesKey(key: SshPublicKey, { algorithm, signed, signature, hash }: Proof): boolean {
  if (algorithm !== key.type) return isSignedBy(key, signed, signature);
  if (key.type === "ssh-ed25519") return verify(null, signed, key.key, signature);
  if (isEcdsa(key.type)) return verify(curveOf(key.type).hash, signed, key.key, signature);
  return (hash === "sha256" || hash === "sha512") && verify(hash, signed, key.key, signature);
}
