/** A block of a prompt. The joined `raw` texts of all blocks are the prompt. */
export type PromptBlock =
  | { kind: "text"; raw: string }
  | { kind: "shell"; raw: string; command: string }
  | { kind: "file"; raw: string; path: string; content: string }
  | { kind: "diff"; raw: string; patch: string };

/** A block the agent executes. */
export type ActionBlock = Exclude<PromptBlock, { kind: "text" }>;

interface Fence {
  indent: number;
  marker: string;
  info: string;
}

const shellNames = new Set(["sh", "bash", "shell"]);
const opening = /^([ \t]*)(`{3,}(?!`)|~{3,}(?!~))(.*)$/;

function openingFence(line: string): Fence | undefined {
  const [, indent, marker, info] = opening.exec(line) ?? [];
  if (indent === undefined || marker === undefined || info === undefined) return undefined;
  // Backticks after the fence make it inline code.
  if (marker.startsWith("`") && info.includes("`")) return undefined;
  return { indent: indent.length, marker, info: info.trim() };
}

function closes(line: string, { marker }: Fence): boolean {
  const text = line.trim();
  return text.length >= marker.length && text === (marker[0] ?? "").repeat(text.length);
}

/** Removes the line break. */
function bare(line: string): string {
  return line.replace(/\r?\n$/, "");
}

function withoutIndent(line: string, indent: number): string {
  let cut = 0;
  while (cut < indent && (line[cut] === " " || line[cut] === "\t")) cut += 1;
  return line.slice(cut);
}

function actionOf(fence: Fence, body: string, raw: string): ActionBlock | undefined {
  const [, language = "", rest = ""] = /^(\S*)(?:\s(.*))?$/.exec(fence.info) ?? [];
  const name = language.toLowerCase();
  if (shellNames.has(name)) return { kind: "shell", raw, command: body };
  if (name === "file") return { kind: "file", raw, path: rest.trim().replace(/^(["'])(.*)\1$/, "$2"), content: body };
  if (name === "diff") return { kind: "diff", raw, patch: body };
  return undefined;
}

/**
 * Splits a prompt into text and the fenced blocks the script agent runs. Fences follow CommonMark: a longer fence can contain
 * shorter ones, and an unclosed fence extends to the end. Fences in other languages are text.
 */
export function parsePrompt(prompt: string): PromptBlock[] {
  const lines = prompt.split(/(?<=\n)/).filter((line) => line !== "");
  const blocks: PromptBlock[] = [];
  let text = "";
  const endText = () => {
    if (text !== "") blocks.push({ kind: "text", raw: text });
    text = "";
  };
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? "";
    const fence = openingFence(bare(line));
    if (!fence) {
      text += line;
      index += 1;
      continue;
    }
    let end = index + 1;
    while (end < lines.length && !closes(bare(lines[end] ?? ""), fence)) end += 1;
    const body = lines.slice(index + 1, end).map((each) => `${withoutIndent(bare(each), fence.indent)}\n`);
    const raw = lines.slice(index, end + 1).join("");
    const action = actionOf(fence, body.join(""), raw);
    if (action) {
      endText();
      blocks.push(action);
    } else text += raw;
    index = end + 1;
  }
  endText();
  return blocks;
}

/** Returns a short description of a block, such as "run `npm test`". */
export function summary(block: ActionBlock): string {
  switch (block.kind) {
    case "shell": {
      const [first = "", ...others] = block.command
        .split("\n")
        .filter((line) => /\S/.test(line) && !/^\s*#/.test(line));
      const shown = first.trim().replaceAll("`", "'").slice(0, 100) || "an empty script";
      return others.length > 0 ? `run \`${shown}\` and ${others.length} more` : `run \`${shown}\``;
    }
    case "file":
      return `write \`${block.path || "(no path)"}\``;
    case "diff": {
      const paths = patchedPaths(block.patch);
      return paths.length > 0 ? `apply a patch to ${paths.map((path) => `\`${path}\``).join(", ")}` : "apply a patch";
    }
  }
}

/** Returns the names of the files after a patch. */
export function patchedPaths(patch: string): string[] {
  const paths = patch.split("\n").flatMap((line) => {
    const [, path] = /^(?:\+\+\+|---) (?:[ab]\/)?([^\t]+)/.exec(line) ?? [];
    return path === undefined || path === "/dev/null" ? [] : [path.trim()];
  });
  return [...new Set(paths)];
}
