import { listReferences } from "@/git/refs/references";
import { listBranches } from "@/lib/contract/hosting/branches/list-branches";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { pageOf, readPage } from "../../core/http/page-token";
import { requireRepository } from "../access/repository-access";

const prefix = "refs/heads/";

export const listBranchesOperation = implement(
  listBranches,
  async ({ principal, params, query }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    const list = `branches ${repository.id}`;
    const { size, after } = readPage(list, query);
    const all = await listReferences(context.repositories.path(repository.id), prefix);
    // Compare bytes, as git does, so that paging stays correct when branches are created or deleted between pages.
    const key = after === undefined ? undefined : Buffer.from(after);
    const from = key ? all.findIndex(({ name }) => Buffer.compare(Buffer.from(name), key) > 0) : 0;
    const rows = from < 0 ? [] : all.slice(from, from + size + 1);
    const { items, nextPageToken } = pageOf(list, size, rows, ({ name }) => name);
    return {
      branches: items.map(({ name, id }) => ({ name: name.slice(prefix.length), commit: { sha: id } })),
      nextPageToken,
    };
  },
);
