/** A git request that is malformed or too large, or updates a reference that it can't. The message is for the git client. */
export class RejectedRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RejectedRequest";
  }
}

/** Maximum bytes of a push's commands: a run pushes at most 20 branches. */
const maxCommandBytes = 64 * 1024;

const malformed = () => new RejectedRequest("Malformed push");

/** The commands read so far, and where the next one starts. */
interface ReadCommands {
  refs: string[];
  at: number;
}

/**
 * Reads the references that a push updates from the start of its request (gitprotocol-pack). Undefined: more data is needed;
 * `read` then continues after the commands it has, so that a push in tiny chunks isn't read from its start for each.
 */
export function readPushedRefs(data: Buffer, read: ReadCommands = { refs: [], at: 0 }): string[] | undefined {
  const { refs } = read;
  for (;;) {
    const { at } = read;
    if (data.length < at + 4) return undefined;
    const prefix = data.toString("latin1", at, at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(prefix)) throw malformed();
    const size = Number.parseInt(prefix, 16);
    if (size === 0) return refs;
    if (size < 5) throw malformed();
    if (data.length < at + size) return undefined;
    const [line = ""] = data.toString("utf8", at + 4, at + size).split("\0");
    read.at += size;
    const text = line.replace(/\n$/, "");
    if (/^shallow [0-9a-f]{40,64}$/.test(text)) continue;
    const [, ref] = /^[0-9a-f]{40,64} [0-9a-f]{40,64} (\S+)$/.exec(text) ?? [];
    if (ref === undefined) throw malformed();
    refs.push(ref);
  }
}

/** Yields the data of a request. Throws {@link RejectedRequest} for more than `maxBytes`. */
export async function* limitBytes(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new RejectedRequest("The request is too large");
    yield chunk;
  }
}

/**
 * Yields the data of a push after checking the references it updates. Throws {@link RejectedRequest} before it yields anything if
 * one of them isn't `allowed`.
 */
export async function* checkedPush(
  body: AsyncIterable<Buffer>,
  allowed: (ref: string) => boolean,
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  const read: ReadCommands = { refs: [], at: 0 };
  for await (const chunk of body) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const refs = readPushedRefs(head, read);
    if (refs === undefined) {
      if (head.length > maxCommandBytes) throw malformed();
      continue;
    }
    const foreign = refs.find((ref) => !allowed(ref));
    if (foreign !== undefined) throw new RejectedRequest(`This run can't push to ${foreign}`);
    yield head;
    head = undefined;
  }
  if (head !== undefined) throw malformed();
}
