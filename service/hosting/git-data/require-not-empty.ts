import { isEmptyRepository } from "@/git/refs/references";
import { apiError } from "../../core/http/api-error";

/** Throws Aborted for a repository without branches and tags. */
export async function requireNotEmpty(dir: string): Promise<void> {
  if (await isEmptyRepository(dir)) throw apiError.repohost("Aborted", "The repository is empty");
}
