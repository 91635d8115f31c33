import { type ChangedFile, changedFiles } from "@/git/diffs/changed-files";
import { mergeBase } from "@/git/history/history";
import type { ObjectReader } from "@/git/objects/object-readers";
import type { CommentTarget } from "@/lib/contract/hosting/comment";
import { apiError } from "../../core/http/api-error";
import type { VersionRow } from "../pulls/pull-request-row";

/** Where a new thread is attached; general discussion has no path. */
export interface Anchor {
  path: string;
  side: "left" | "right" | null;
  startLine: number;
  endLine: number;
}

export const generalAnchor: Anchor = { path: "", side: null, startLine: 0, endLine: 0 };

const maxFileBytes = 64 * 1024 * 1024;
const newline = 10;

function countLines(content: Buffer): number {
  let lines = 0;
  for (const byte of content) if (byte === newline) lines += 1;
  return content.length > 0 && content.at(-1) !== newline ? lines + 1 : lines;
}

async function linesOf(reader: ObjectReader, id: string): Promise<number | undefined> {
  const found = await reader.read(id, maxFileBytes);
  return found?.type === "blob" ? countLines(found.content) : undefined;
}

const exists = (id: string) => !/^0+$/.test(id);

/** The blob id of a changed file on one side, if it has content there. */
function blobIdOf({ path, previousPath, oldId, newId }: ChangedFile, wanted: string, side: "left" | "right") {
  const id = side === "left" ? oldId : newId;
  const named = wanted === path || (side === "left" && wanted === previousPath);
  return named && exists(id) ? id : undefined;
}

async function inlineAnchor(
  reader: ObjectReader,
  files: readonly ChangedFile[],
  { path, side, startLine, endLine }: NonNullable<CommentTarget["inline"]>,
  at: string,
): Promise<Anchor> {
  const invalid = (field: string, message: string) =>
    apiError.repohost("InvalidArgument", `${at}inline.${field}: ${message}`, `${at}inline.${field}`);
  const id = files.map((file) => blobIdOf(file, path, side)).find((found) => found !== undefined);
  if (!id) throw invalid("path", `${path} has no content on the ${side} side of this version's diff`);
  const lines = await linesOf(reader, id);
  if (lines === undefined) throw invalid("path", `${path} has no lines`);
  if ((endLine ?? startLine) > lines) {
    throw invalid(endLine === undefined ? "startLine" : "endLine", `${path} has ${lines} lines on the ${side} side`);
  }
  return { path, side, startLine, endLine: endLine ?? 0 };
}

function fileAnchor(files: readonly ChangedFile[], path: string, at: string): Anchor {
  const file = files.find((each) => each.path === path);
  if (!file) {
    const field = `${at}file.path`;
    throw apiError.repohost("InvalidArgument", `${field}: ${path} is not in this version's diff`, field);
  }
  return { path, side: file.status === "removed" ? "left" : "right", startLine: 0, endLine: 0 };
}

/** The files in a version's diff. */
export async function changesOfVersion(
  { dir }: ObjectReader,
  { baseSha, headSha }: Pick<VersionRow, "headSha" | "baseSha">,
): Promise<readonly ChangedFile[]> {
  const from = await mergeBase(dir, baseSha, headSha);
  return from === undefined ? [] : changedFiles(dir, from, headSha);
}

/**
 * Resolves a new thread's position in a version's diff (specification, section 4 Pull requests, rule 5). Any line of a
 * changed file is valid; anything else throws InvalidArgument. `at` prefixes field names.
 */
export async function resolveAnchor(
  reader: ObjectReader,
  changes: () => Promise<readonly ChangedFile[]>,
  target: CommentTarget,
  at: string,
): Promise<Anchor> {
  if (!target.inline && !target.file) return generalAnchor;
  const files = await changes();
  if (target.inline) return inlineAnchor(reader, files, target.inline, at);
  return fileAnchor(files, target.file?.path ?? "", at);
}

/** Throws InvalidArgument if a comment has more than one target. */
export function checkTarget(target: CommentTarget & { versionNumber?: string | undefined }, at: string): void {
  const present = (["inline", "file", "threadId"] as const).filter((name) => target[name] !== undefined);
  if (present.length > 1) {
    const field = `${at}${present[1]}`;
    throw apiError.repohost("InvalidArgument", `${field}: set only one of inline, file and threadId`, field);
  }
  if (target.threadId !== undefined && Number(target.versionNumber ?? 0) > 0) {
    const field = `${at}versionNumber`;
    throw apiError.repohost("InvalidArgument", `${field}: a reply uses its thread's version`, field);
  }
}
