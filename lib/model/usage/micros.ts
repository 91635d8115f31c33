const decimals = 6;

/** Parses a decimal to millionths. */
export function toMicros(text: string): number {
  const [whole = "0", fraction = ""] = text.split(".");
  return Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, "0"));
}

/** Formats millionths as a decimal without trailing zeros. */
export function fromMicros(micros: number): string {
  const fraction = String(micros % 10 ** decimals)
    .padStart(decimals, "0")
    .replace(/(?<!0)0+$/, "");
  return `${Math.floor(micros / 10 ** decimals)}${fraction ? `.${fraction}` : ""}`;
}
