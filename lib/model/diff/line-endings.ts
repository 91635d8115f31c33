const signs = { " ": "both", "-": "before", "+": "after" } as const;
const isSign = (text: string | undefined): text is keyof typeof signs => text !== undefined && text in signs;

/** What a diff shows of a file's line endings, such as `CRLF → LF`; `undefined` if they are all LF. */
export function lineEndings(patch: string): string | undefined {
  if (!patch.includes("\r")) return undefined;
  const found = { before: new Set<string>(), after: new Set<string>() };
  for (const line of patch.split("\n")) {
    const sign = line[0];
    if (!isSign(sign)) continue;
    const ending = line.endsWith("\r") ? "CRLF" : "LF";
    if (signs[sign] !== "after") found.before.add(ending);
    if (signs[sign] !== "before") found.after.add(ending);
  }
  const sides = [found.before, found.after].filter(({ size }) => size > 0);
  const labels = sides.map((side) => (side.size > 1 ? "mixed" : [...side].join()));
  const [before, after = before] = labels;
  if (before !== after) return `${before} → ${after}`;
  return after === "mixed" ? "Mixed line endings" : after === "LF" ? undefined : after;
}
