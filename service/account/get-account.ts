import { getAccount } from "@/lib/contract/admin/account/get-account";
import { implement } from "../core/http/implement";
import { findAccount } from "./account";

export const getAccountOperation = implement(getAccount, async ({ params }, context) =>
  findAccount(context, params.teamId),
);
