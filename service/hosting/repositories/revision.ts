import { findCommit } from "@/git/objects/find-commit";
import type { ObjectReader } from "@/git/objects/object-readers";
import { apiError } from "../../core/http/api-error";
import type { FoundRepository } from "../access/repository-access";

const truncate = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/**
 * Resolves a revision parameter to a commit; empty means the default branch. Throws NotFound if it doesn't exist and
 * InvalidArgument for an ambiguous abbreviation.
 */
export async function requireCommit(
  reader: ObjectReader,
  { defaultBranch }: Pick<FoundRepository, "defaultBranch">,
  field: string,
  text: string | undefined,
): Promise<string> {
  const found = await findCommit(reader, text || `refs/heads/${defaultBranch}`);
  if (found === "ambiguous") {
    throw apiError.repohost("InvalidArgument", `${field}: ${text} is ambiguous`, field);
  }
  if (found === "missing") {
    const what = text ? `branch, tag or commit ${truncate(text)} not found` : "the default branch has no commits";
    throw apiError.repohost("NotFound", `${field}: ${what}`);
  }
  return found.commit;
}
