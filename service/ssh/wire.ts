/** What was sent is not in SSH's form. */
export class WireError extends Error {}

/** Reads values of SSH's binary form (RFC 4251, section 5) one after another. Throws {@link WireError} past the end. */
export function readWire(bytes: Buffer) {
  let at = 0;
  function take(length: number): Buffer {
    if (length > bytes.length - at) throw new WireError("it ends too early");
    at += length;
    return bytes.subarray(at - length, at);
  }
  const string = () => take(take(4).readUInt32BE());
  return {
    string,
    text: () => string().toString("utf8"),
    uint32: () => take(4).readUInt32BE(),
    uint64: () => take(8).readBigUInt64BE(),
    /** A positive whole number without leading zeros; no other form of it is taken, so that a key has one form. */
    positive(): Buffer {
      const number = string();
      const [first = 0, second = 0] = number;
      if (number.length === 0 || first >= 0x80) throw new WireError("a number in it is not positive");
      if (first === 0 && second < 0x80) throw new WireError("a number in it has leading zeros");
      return first === 0 ? number.subarray(1) : number;
    },
    /** How far it was read. */
    position: () => at,
    done: () => at === bytes.length,
    end() {
      if (at !== bytes.length) throw new WireError("more follows its end");
    },
  };
}

export type Wire = ReturnType<typeof readWire>;

/** A string as it is written in SSH's form. */
export function wireString(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
