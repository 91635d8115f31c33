import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "@/lib/core/settings/project-root";

interface CodeBlock {
  language: string;
  /** The file name after the language, if any. */
  file: string;
  code: string;
}

/** The parts of docs/api.md that can be checked. */
export interface ApiGuide {
  text: string;
  blocks: readonly CodeBlock[];
  /** Rows of the only table with this header, as the text of each cell. */
  table(header: string): string[][];
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\|\s*|\s*\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

export async function readApiGuide(): Promise<ApiGuide> {
  const text = await readFile(join(projectRoot, "docs/api.md"), "utf8");
  const lines = text.split("\n");
  return {
    text,
    blocks: [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
      ([, language = "", file = "", code = ""]) => ({
        language,
        file,
        code,
      }),
    ),
    table(header) {
      const starts = lines.flatMap((line, index) => (cellsOf(line).join(" | ") === header ? [index] : []));
      const [start] = starts;
      if (start === undefined || starts.length > 1)
        throw new Error(`${starts.length} tables have the header ${header}`);
      const rest = lines.slice(start + 2);
      const end = rest.findIndex((line) => !line.startsWith("|"));
      return rest.slice(0, end).map(cellsOf);
    },
  };
}

/** The parts of a text that are formatted as code. */
export function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}
