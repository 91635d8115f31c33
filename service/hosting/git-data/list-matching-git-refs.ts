import type { ObjectReader } from "@/git/objects/object-readers";
import { listReferences, readReference } from "@/git/refs/references";
import type { GitRef } from "@/lib/contract/hosting/git-data/git-ref";
import { listMatchingGitRefs } from "@/lib/contract/hosting/git-data/list-matching-git-refs";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { fullName, gitRefBody, shownPrefixes } from "./git-ref-body";
import { requireNotEmpty } from "./require-not-empty";

async function head(reader: ObjectReader): Promise<GitRef[]> {
  const id = await readReference(reader.dir, "HEAD");
  const body = id && (await gitRefBody(reader, "HEAD", id));
  return body ? [body] : [];
}

export const listMatchingGitRefsOperation = implement(
  listMatchingGitRefs,
  async ({ principal, params, query }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const dir = context.repositories.path(repository.id);
    await requireNotEmpty(dir);
    const reader = context.objects.of(dir);
    const prefix = params.ref ?? query.ref ?? "";
    // HEAD isn't under refs/, so it only matches exactly.
    if (prefix === "HEAD") return { refs: await head(reader) };
    const wanted = fullName(prefix);
    const found = await listReferences(dir, ...shownPrefixes);
    const refs = await Promise.all(
      found.filter(({ name }) => name.startsWith(wanted)).map(({ name, id }) => gitRefBody(reader, name, id)),
    );
    return { refs: refs.flatMap((body) => (body ? [body] : [])) };
  },
);
