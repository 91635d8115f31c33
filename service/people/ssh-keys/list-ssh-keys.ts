import { desc, eq } from "drizzle-orm";
import { listSshKeys } from "@/lib/contract/admin/list-ssh-keys";
import { implement } from "../../http/implement";
import { sshKeyBody } from "../../repohost/ssh/authority-row";
import { sshKeys } from "../../store/tables/ssh";
import { requireUser } from "./find-user";

export const listSshKeysOperation = implement(listSshKeys, async ({ params }, service) => {
  const user = await requireUser(service, params.email);
  const rows = await service.db
    .select()
    .from(sshKeys)
    .where(eq(sshKeys.userId, user.id))
    .orderBy(desc(sshKeys.createdAt), desc(sshKeys.id));
  return { keys: rows.map(sshKeyBody) };
});
