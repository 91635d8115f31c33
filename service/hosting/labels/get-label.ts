import { getLabel } from "@/lib/contract/hosting/labels/get-label";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { labelBody } from "../pulls/pull-request-labels";
import { requireLabel } from "./label-row";

export const getLabelOperation = implement(getLabel, async ({ principal, params }, context) => {
  const { id } = await requireRepository(context, principal, params);
  return labelBody(await requireLabel(context.db, id, params.labelName));
});
