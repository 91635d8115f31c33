import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { sshKeyLine, sshKeyName } from "../../hosting/ssh/ssh-certificate-authority";
import { SshKey, UserPath } from "./ssh-key";

export const addSshKey = defineOperation({
  id: "addSshKey",
  summary: "Add an SSH key to a user",
  method: "POST",
  path: "/admin/v1/users/{email}/ssh-keys",
  pathParams: UserPath,
  body: z.strictObject({ publicKey: sshKeyLine, name: sshKeyName }),
  response: SshKey,
  conflicts: true,
  sessionOnly: true,
});
