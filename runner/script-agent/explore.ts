import { readFile, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { type Folder, listFiles, searchWord } from "./code-search";
import { describeFindings, rankFindings, type WordMatches } from "./findings";
import { significantWords } from "./significant-words";
import type { Turn } from "./turn";

const filesShown = 200;
const matchesShown = 50;
const filesRead = 3;
const findingsShown = 5;
const maxReadBytes = 262_144;

async function list(turn: Turn, folder: Folder): Promise<string[]> {
  await turn.think("Listing the files in the working folder.");
  const rawInput = { path: folder.cwd };
  const call = await turn.tool({
    title: "List files",
    name: "list_dir",
    kind: "search",
    rawInput,
    path: folder.cwd,
    written: ".",
  });
  const files = await listFiles(folder);
  const shown = files.slice(0, filesShown);
  await call.finish("completed", { rawOutput: { files: shown, totalFiles: files.length } }, shown.join("\n"));
  return files;
}

async function search(turn: Turn, folder: Folder, words: readonly string[], files: readonly string[]) {
  const searches: WordMatches[] = [];
  for (const word of words) {
    await turn.think(`Searching for “${word}”.`);
    const rawInput = { pattern: word, path: folder.cwd, outputMode: "content", caseInsensitive: true };
    const call = await turn.tool({
      title: `Search for ${word}`,
      name: "grep",
      kind: "search",
      rawInput,
      written: word,
    });
    const matches = await searchWord(word, files, folder);
    const shown = matches.slice(0, matchesShown);
    const lines = shown.map(({ file, lineNumber, line }) => `${file}:${lineNumber}:${line}`).join("\n");
    await call.finish("completed", { rawOutput: { matches: shown, totalMatches: matches.length } }, lines);
    searches.push({ word, matches });
  }
  return searches;
}

async function read(turn: Turn, folder: Folder, file: string): Promise<void> {
  const path = join(folder.cwd, file);
  const title = `Read ${file}`;
  const call = await turn.tool({ title, name: "read", kind: "read", rawInput: { path }, path, written: file });
  const root = await realpath(folder.cwd);
  const target = await realpath(path).catch(() => undefined);
  const data = target?.startsWith(root + sep) ? await readFile(target).catch(() => undefined) : undefined;
  if (!data) {
    const message = `${file} can't be read`;
    await call.finish("failed", { rawOutput: { message } }, message);
    return;
  }
  const text = data.toString("utf8");
  const totalLines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const content = text.slice(0, maxReadBytes);
  await call.finish("completed", { rawOutput: { content, totalLines, fileSize: data.length } }, content);
}

/** Responds to a prompt without blocks by searching the working folder for its words. */
export async function explore(turn: Turn, question: string): Promise<void> {
  const folder: Folder = turn.options;
  const files = await list(turn, folder);
  const words = significantWords(question);
  if (files.length === 0) {
    await turn.say("The working folder is empty.");
    return;
  }
  const count = `${files.length} ${files.length === 1 ? "file" : "files"}`;
  if (words.length === 0) {
    await turn.say(`The working folder contains ${count}. The prompt contains no search terms.`);
    return;
  }
  const findings = rankFindings(await search(turn, folder, words, files), files);
  for (const { file } of findings.slice(0, filesRead)) await read(turn, folder, file);
  const terms = words.map((word) => `“${word}”`).join(", ");
  if (findings.length === 0) {
    await turn.say(`Searched ${count} for ${terms}. No matches.`);
    return;
  }
  await turn.say(`Searched ${count} for ${terms}.`);
  await turn.say(describeFindings(findings, findingsShown));
}
