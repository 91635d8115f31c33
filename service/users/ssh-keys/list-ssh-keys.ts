import { desc, eq } from "drizzle-orm";
import { listSshKeys } from "@/lib/contract/admin/ssh-keys/list-ssh-keys";
import { implement } from "../../core/http/implement";
import { sshKeys } from "../../core/store/tables/ssh";
import { sshKeyBody } from "../../hosting/ssh/authority-row";
import { requireUser } from "./find-user";

export const listSshKeysOperation = implement(listSshKeys, async ({ params }, context) => {
  const user = await requireUser(context, params.email);
  const rows = await context.db
    .select()
    .from(sshKeys)
    .where(eq(sshKeys.userId, user.id))
    .orderBy(desc(sshKeys.createdAt), desc(sshKeys.id));
  return { keys: rows.map(sshKeyBody) };
});
