import { BlockList, isIP } from "node:net";
import { isKeyType, KeyProblem, parseKeyBlob, readKeyFields, type SshPublicKey } from "./public-key";
import { isSignedBy } from "./signature";
import { readWire, WireError } from "./wire";

/** An OpenSSH user certificate whose signature was checked. */
export interface Certificate {
  /** The key it was made for. */
  key: SshPublicKey;
  /** Whose signature it carries. */
  authority: SshPublicKey;
  keyId: string;
  principals: readonly string[];
  /** Unix seconds; good from `validAfter` on and before `validBefore`. */
  validAfter: bigint;
  validBefore: bigint;
  /** Networks it is good from; absent: from everywhere. */
  sources: readonly string[] | undefined;
}

const ending = "-cert-v01@openssh.com";
const userCertificate = 1;
const mostPrincipals = 256;

export function isCertificateType(type: string): boolean {
  return type.endsWith(ending);
}

function strings(bytes: Buffer): string[] {
  const wire = readWire(bytes);
  const list: string[] = [];
  while (!wire.done()) {
    if (list.length === mostPrincipals) throw new KeyProblem("names too many principals");
    list.push(wire.text());
  }
  return list;
}

/** An option the service does not know may narrow what the certificate is for, so it refuses the whole. */
function readSources(options: Buffer): string[] | undefined {
  const wire = readWire(options);
  let sources: string[] | undefined;
  while (!wire.done()) {
    const name = wire.text();
    const value = wire.string();
    if (name !== "source-address") throw new KeyProblem(`has the critical option ${JSON.stringify(name)}`);
    sources = readWire(value).text().split(",");
  }
  return sources;
}

/** Reads a certificate and checks its authority's signature. Throws {@link KeyProblem}. Says nothing about its dates. */
export function parseCertificate(bytes: Buffer): Certificate {
  try {
    const wire = readWire(bytes);
    const certificateType = wire.text();
    const type = certificateType.slice(0, -ending.length);
    if (!isCertificateType(certificateType) || !isKeyType(type)) throw new KeyProblem("has an unknown type");
    wire.string();
    const start = wire.position();
    const key = readKeyFields(type, wire, () => bytes.subarray(start, wire.position()));
    wire.uint64();
    if (wire.uint32() !== userCertificate) throw new KeyProblem("is not for users");
    const keyId = wire.text();
    const principals = strings(wire.string());
    const [validAfter, validBefore] = [wire.uint64(), wire.uint64()];
    const sources = readSources(wire.string());
    wire.string();
    wire.string();
    const authority = parseKeyBlob(wire.string());
    const signed = bytes.subarray(0, wire.position());
    const signature = wire.string();
    wire.end();
    if (!isSignedBy(authority, signed, signature)) throw new KeyProblem("is not signed by its authority");
    return { key, authority, keyId, principals, validAfter, validBefore, sources };
  } catch (error) {
    if (error instanceof WireError) throw new KeyProblem(`is no certificate: ${error.message}`);
    throw error;
  }
}

export function isCurrent({ validAfter, validBefore }: Certificate, nowMs: number): boolean {
  const now = BigInt(Math.floor(nowMs / 1_000));
  return validAfter <= now && now < validBefore;
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** True when it may be used from an address. A network that can't be read lets nobody in. */
export function isGoodFrom({ sources }: Certificate, address: string): boolean {
  if (!sources) return true;
  const from = address.replace(/^::ffff:(?=\d+\.)/, "");
  return sources.some((source) => {
    const [, network = "", , length] = /^([0-9a-fA-F:.]+)(\/(\d{1,3}))?$/.exec(source.trim()) ?? [];
    const family = isIP(network);
    if (family === 0 || familyOf(from) !== familyOf(network)) return false;
    const bits = length === undefined ? (family === 6 ? 128 : 32) : Number(length);
    if (bits > (family === 6 ? 128 : 32)) return false;
    const list = new BlockList();
    list.addSubnet(network, bits, familyOf(network));
    return list.check(from, familyOf(from));
  });
}
