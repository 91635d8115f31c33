import { and, eq, ne } from "drizzle-orm";
import { updateNamespace } from "@/lib/contract/admin/namespaces/update-namespace";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { namespaces } from "../../core/store/tables/repositories";
import { defaultAccount, isEligible } from "../access/eligibility";
import { findNamespace } from "../access/namespace-access";
import { recordNamespaceChange } from "../installations/installation-event";

/** Omitted fields are unchanged. Installed apps receive an event when the slug changes. */
export const updateNamespaceOperation = implement(updateNamespace, async ({ params, body }, context) => {
  const { slug: before, type, id, account: stored } = (await findNamespace(context, params.namespaceSlug)) ?? missing();
  const { slug = before, ...settings } = body;
  const changes = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const account = { ...defaultAccount, ...stored, ...changes };
  await context.db.transaction(async (tx) => {
    const slugFolded = slug.toLowerCase();
    const [taken] = await tx
      .select({ id: namespaces.id })
      .from(namespaces)
      .where(and(eq(namespaces.slugFolded, slugFolded), ne(namespaces.id, id)));
    if (taken) throw apiError.field("slug", `${slug} is already taken`);
    await tx.update(namespaces).set({ account, slug, slugFolded }).where(eq(namespaces.id, id));
    if (slug !== before) await recordNamespaceChange(tx, context, id);
  });
  return { slug, eligible: isEligible({ type, account }), ...account };
});

function missing(): never {
  throw apiError.agents(404, "namespace_not_found", "Namespace not found");
}
