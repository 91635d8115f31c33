/** 2^255 - 19: coordinates are below it. */
const prime = 2n ** 255n - 19n;

/** y coordinates of the small-order points, whose keys accept forged signatures for any message. */
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

/** Returns whether a key is not a canonical point, or is a small-order point that anyone can sign for. */
export function isWeakEd25519(key: Buffer): boolean {
  const y = littleEndian(key) & (2n ** 255n - 1n);
  return y >= prime || smallOrder.has(y);
}
