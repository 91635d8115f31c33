import type { Match } from "./code-search";

/** The matches for one word. */
export interface WordMatches {
  word: string;
  matches: readonly Match[];
}

/** A file with its matches. */
export interface Finding {
  file: string;
  words: string[];
  lines: Match[];
}

const maxLines = 3;

function scoreOf(finding: Finding): number {
  const named = finding.words.filter((word) => finding.file.toLowerCase().includes(word.toLowerCase())).length;
  return finding.words.length * 10 + named * 5 + Math.min(finding.lines.length, 9);
}

/** Ranks files by matched words, then words in the name, then matching lines. */
export function rankFindings(searches: readonly WordMatches[], files: readonly string[]): Finding[] {
  const findings = new Map<string, Finding>();
  const of = (file: string) => {
    const finding = findings.get(file) ?? { file, words: [], lines: [] };
    findings.set(file, finding);
    return finding;
  };
  for (const { word, matches } of searches) {
    for (const match of matches) {
      const finding = of(match.file);
      if (!finding.words.includes(word)) finding.words.push(word);
      if (!finding.lines.some(({ lineNumber }) => lineNumber === match.lineNumber)) finding.lines.push(match);
    }
    for (const file of files) {
      if (!file.toLowerCase().includes(word.toLowerCase())) continue;
      const finding = of(file);
      if (!finding.words.includes(word)) finding.words.push(word);
    }
  }
  return [...findings.values()].sort(
    (one, other) => scoreOf(other) - scoreOf(one) || one.file.localeCompare(other.file),
  );
}

/** Quotes a line as Markdown code. */
function quoted(line: string): string {
  const text = line.trim().replaceAll("`", "'");
  return text === "" ? "(empty line)" : `\`${text.length > 160 ? `${text.slice(0, 160)}…` : text}\``;
}

/** Formats findings as Markdown: each file with its first matching lines. */
export function describeFindings(findings: readonly Finding[], shown: number): string {
  const parts = findings.slice(0, shown).map(({ file, words, lines }) => {
    const heading = `**${file}** contains ${words.map((word) => `“${word}”`).join(", ")}${lines.length === 0 ? " in its name" : ""}`;
    const quotes = lines
      .slice(0, maxLines)
      .map(({ lineNumber, line }) => `- \`${file}:${lineNumber}\` ${quoted(line)}`);
    return [heading, ...quotes].join("\n");
  });
  const more = findings.length - shown;
  return [...parts, ...(more > 0 ? [`${more} more ${more === 1 ? "file matches" : "files match"}.`] : [])].join("\n\n");
}
