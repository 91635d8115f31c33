import { type ObjectType, objectTypes } from "./object-process";
import type { ObjectReader } from "./object-readers";

export interface Signature {
  name: string;
  email: string;
  /** Unix seconds. */
  at: number;
  /** Offset from UTC as git writes it, `+0130`. */
  zone: string;
}

export interface CommitObject {
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
}

export interface TagObject {
  object: { id: string; type: ObjectType };
  name: string;
  /** Old tags have none. */
  tagger: Signature | undefined;
  message: string;
}

function readSignature(text: string | undefined): Signature {
  const [, name = "", email = "", at = "0", zone = "+0000"] =
    /^([^<]*)<([^>]*)>(?: (-?\d+) ([+-]\d{4}))?/.exec(text ?? "") ?? [];
  return { name: name.replace(/ $/, ""), email, at: Number(at), zone };
}

function decoder(encoding: string | undefined): TextDecoder {
  try {
    return new TextDecoder(encoding ?? "utf-8");
  } catch {
    return new TextDecoder("utf-8");
  }
}

const usedHeaders = new Set(["tree", "parent", "author", "committer", "object", "type", "tag", "tagger"]);

/** Parses the used header lines by name and the text below all of them. Lines that start with a space continue the previous one. */
function split(content: Buffer): { headers: Map<string, string[]>; message: string } {
  const end = content.indexOf("\n\n");
  const head = end < 0 ? content : content.subarray(0, end);
  const body = end < 0 ? Buffer.alloc(0) : content.subarray(end + 2);
  // Split at line feeds only: names can contain other line breaks.
  const lines = head.toString("latin1").split("\n");
  const encoding = lines.find((line) => line.startsWith("encoding "))?.slice("encoding ".length);
  const text = decoder(encoding);
  const headers = new Map<string, string[]>();
  for (const line of text.decode(head).split("\n")) {
    const space = line.indexOf(" ");
    const name = line.slice(0, Math.max(space, 0));
    if (!usedHeaders.has(name)) continue;
    const values = headers.get(name);
    if (values) values.push(line.slice(space + 1));
    else headers.set(name, [line.slice(space + 1)]);
  }
  return { headers, message: text.decode(body) };
}

export function parseCommit(content: Buffer): CommitObject {
  const { headers, message } = split(content);
  return {
    tree: headers.get("tree")?.[0] ?? "",
    parents: headers.get("parent") ?? [],
    author: readSignature(headers.get("author")?.[0]),
    committer: readSignature(headers.get("committer")?.[0]),
    message,
  };
}

export function parseTag(content: Buffer): TagObject {
  const { headers, message } = split(content);
  const tagger = headers.get("tagger")?.[0];
  return {
    object: {
      id: headers.get("object")?.[0] ?? "",
      type: objectTypes.find((type) => type === headers.get("type")?.[0]) ?? "commit",
    },
    name: headers.get("tag")?.[0] ?? "",
    tagger: tagger === undefined ? undefined : readSignature(tagger),
    message,
  };
}

const signatureLine = ({ name, email, at, zone }: Signature) => `${name} <${email}> ${at} ${zone}`;

/** The bytes of a commit object. Names and addresses can't contain `<`, `>` or line breaks. */
export function formatCommit({ tree, parents, author, committer, message }: CommitObject): Buffer {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(author)}`,
    `committer ${signatureLine(committer)}`,
  ];
  return Buffer.from(`${lines.join("\n")}\n\n${message}`);
}

/** ISO 8601 with the signature's offset: `2014-11-07T22:01:45+01:00`. */
export function signatureDate({ at, zone }: Signature): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])(\d{2})(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60 : 60);
  const local = new Date((at + offset) * 1000);
  const text = Number.isNaN(local.getTime()) ? new Date(0).toISOString() : local.toISOString();
  return `${text.slice(0, -".000Z".length)}${sign}${hours}:${minutes}`;
}

/** Bytes of a commit or an annotated tag. Larger ones are neither accepted nor read: each read holds the whole object in memory. */
export const maxCommitBytes = 1024 * 1024;

/** Reads an existing commit. Throws if it doesn't exist. */
export async function readCommit(reader: ObjectReader, id: string): Promise<CommitObject> {
  const found = await reader.read(id, maxCommitBytes);
  if (found?.type !== "commit") throw new Error(`${id} isn't a commit in the repository`);
  return parseCommit(found.content);
}
