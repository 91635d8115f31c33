import { mergeBase } from "@/git/history/history";
import type { ObjectReader } from "@/git/objects/object-readers";
import { apiError } from "../../core/http/api-error";
import type { FoundRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";

/**
 * Resolves `{base}...{head}` to two commits and their merge base. Ref names can't contain `...`, so the first one is the
 * separator. Throws NotFound for unrelated histories.
 */
export async function requireComparison(
  reader: ObjectReader,
  repository: FoundRepository,
  basehead: string,
  signal: AbortSignal,
): Promise<{ base: string; head: string; mergeBase: string }> {
  const dots = basehead.indexOf("...");
  const [baseName, headName] = [basehead.slice(0, dots), basehead.slice(dots + 3)];
  if (dots < 0 || !baseName || !headName) {
    throw apiError.repohost("InvalidArgument", "basehead must be {base}...{head}", "basehead");
  }
  const base = await requireCommit(reader, repository, "basehead", baseName);
  const head = await requireCommit(reader, repository, "basehead", headName);
  const ancestor = await mergeBase(reader.dir, base, head, signal);
  if (!ancestor) throw apiError.repohost("NotFound", "basehead: the commits have no common ancestor");
  return { base, head, mergeBase: ancestor };
}
