import { refuse } from "../../core/http/refusal";
import { findCommit } from "../../git/find-commit";
import type { ObjectReader } from "../../git/object-readers";
import type { FoundRepository } from "../access/repository-access";

const shown = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/**
 * The commit a revision parameter names; nothing stands for the default branch. Throws NotFound for what is not there
 * and InvalidArgument for an abbreviation that several commits begin with.
 */
export async function requireCommit(
  reader: ObjectReader,
  { defaultBranch }: Pick<FoundRepository, "defaultBranch">,
  field: string,
  text: string | undefined,
): Promise<string> {
  const found = await findCommit(reader, text || `refs/heads/${defaultBranch}`);
  if (found === "ambiguous") {
    throw refuse.repohost("InvalidArgument", `${field}: several commits begin with ${text}`, field);
  }
  if (found === "missing") {
    const what = text ? `no branch, tag or commit is named ${shown(text)}` : "the default branch has no commit";
    throw refuse.repohost("NotFound", `${field}: ${what}`);
  }
  return found.commit;
}
