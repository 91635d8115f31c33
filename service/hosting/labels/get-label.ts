import { getLabel } from "@/lib/contract/hosting/get-label";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../repositories/access";
import { labelBody, requireLabel } from "./label-row";

export const getLabelOperation = implement(getLabel, async ({ principal, params }, service) => {
  const { id } = await requireRepository(service, principal, params);
  return labelBody(await requireLabel(service.db, id, params.labelName));
});
