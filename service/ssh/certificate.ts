import { BlockList, isIP } from "node:net";
import { InvalidKeyError, isKeyType, parseKeyBlob, readKeyFields, type SshPublicKey } from "./public-key";
import { isSignedBy } from "./signature";
import { readWire, WireError } from "./wire";

/** An OpenSSH user certificate with a verified signature. */
export interface Certificate {
  /** The certified key. */
  key: SshPublicKey;
  /** The key of the authority that signed it. */
  authority: SshPublicKey;
  keyId: string;
  principals: readonly string[];
  /** Unix seconds; valid from `validAfter` (inclusive) to `validBefore` (exclusive). */
  validAfter: bigint;
  validBefore: bigint;
  /** Networks it can be used from; undefined: any. */
  sources: readonly string[] | undefined;
}

const suffix = "-cert-v01@openssh.com";
const userCertificate = 1;
const maxPrincipals = 256;

export function isCertificateType(type: string): boolean {
  return type.endsWith(suffix);
}

function strings(bytes: Buffer): string[] {
  const wire = readWire(bytes);
  const list: string[] = [];
  while (!wire.done()) {
    if (list.length === maxPrincipals) throw new InvalidKeyError("lists too many principals");
    list.push(wire.text());
  }
  return list;
}

/** Reads the critical options. An unknown option invalidates the certificate, because it may restrict its use. */
function readSources(options: Buffer): string[] | undefined {
  const wire = readWire(options);
  let sources: string[] | undefined;
  while (!wire.done()) {
    const name = wire.text();
    const value = wire.string();
    if (name !== "source-address")
      throw new InvalidKeyError(`has the unsupported critical option ${JSON.stringify(name)}`);
    sources = readWire(value).text().split(",");
  }
  return sources;
}

/** Parses a certificate and verifies its signature, but not its validity period. Throws {@link InvalidKeyError}. */
export function parseCertificate(bytes: Buffer): Certificate {
  try {
    const wire = readWire(bytes);
    const certificateType = wire.text();
    const type = certificateType.slice(0, -suffix.length);
    if (!isCertificateType(certificateType) || !isKeyType(type)) throw new InvalidKeyError("has an unknown type");
    wire.string();
    const start = wire.position();
    const key = readKeyFields(type, wire, () => bytes.subarray(start, wire.position()));
    wire.uint64();
    if (wire.uint32() !== userCertificate) throw new InvalidKeyError("is not a user certificate");
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
    if (!isSignedBy(authority, signed, signature)) throw new InvalidKeyError("is not signed by its authority");
    return { key, authority, keyId, principals, validAfter, validBefore, sources };
  } catch (error) {
    if (error instanceof WireError) throw new InvalidKeyError(`is not a valid certificate: ${error.message}`);
    throw error;
  }
}

export function isCurrent({ validAfter, validBefore }: Certificate, nowMs: number): boolean {
  const now = BigInt(Math.floor(nowMs / 1_000));
  return validAfter <= now && now < validBefore;
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Returns whether a certificate can be used from an address. An unparsable network matches nothing. */
export function isAllowedFrom({ sources }: Certificate, address: string): boolean {
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
