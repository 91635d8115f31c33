import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { labels } from "../../core/store/tables/labels";
import { requireRepository } from "../access/repository-access";
import { labelBody } from "../pulls/pull-request-labels";

export const createLabelOperation = implement(createLabel, async ({ principal, params, body }, context) => {
  const { id: repositoryId } = await requireRepository(context, principal, params, "write");
  const { name, color, description } = body;
  const [row] = await context.db
    .insert(labels)
    .values({
      id: context.ids.typed("lbl"),
      repositoryId,
      name,
      color,
      description: description || null,
      createdAt: context.clock.now(),
    })
    .onConflictDoNothing({ target: [labels.repositoryId, labels.name] })
    .returning();
  if (!row) throw apiError.repohost("AlreadyExists", `Label ${JSON.stringify(name)} already exists`, "name");
  return labelBody(row);
});
