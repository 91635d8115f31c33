import { refuse } from "../../core/http/refusal";
import { isEmptyRepository } from "../../git/references";

/** Throws Aborted for a repository without a branch or tag: there is nothing to read yet. */
export async function refuseEmpty(dir: string): Promise<void> {
  if (await isEmptyRepository(dir)) throw refuse.repohost("Aborted", "The repository is empty");
}
