import { updateLabel } from "@/lib/contract/hosting/labels/update-label";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { labels } from "../../core/store/tables/labels";
import { isUniqueViolation } from "../../core/store/unique-violation";
import { requireRepository } from "../access/repository-access";
import { labelBody } from "../pulls/pull-request-labels";
import { isLabel, labelNotFound, requireLabel } from "./label-row";

export const updateLabelOperation = implement(updateLabel, async ({ principal, params, body }, context) => {
  const { id } = await requireRepository(context, principal, params, "write");
  const { name, color, description } = body;
  const fields = {
    ...(name === undefined ? {} : { name }),
    ...(color === undefined ? {} : { color }),
    ...(description === undefined ? {} : { description: description || null }),
  };
  if (Object.keys(fields).length === 0) return labelBody(await requireLabel(context.db, id, params.labelName));
  try {
    const [row] = await context.db.update(labels).set(fields).where(isLabel(id, params.labelName)).returning();
    if (!row) throw labelNotFound();
    return labelBody(row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw apiError.repohost("AlreadyExists", `Label ${JSON.stringify(name)} already exists`, "name");
  }
});
