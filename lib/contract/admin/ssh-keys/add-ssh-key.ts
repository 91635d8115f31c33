import { z } from "zod";
import { NoQuery } from "../../agents/pagination";
import { sshKeyLine, sshKeyName } from "../../hosting/ssh/ssh-certificate-authority";
import { defineOperation } from "../../operation";
import { SshKey, UserPath } from "./ssh-key";

export const addSshKey = defineOperation({
  id: "addSshKey",
  summary: "Add an SSH key to a user",
  method: "POST",
  path: "/admin/v1/users/{email}/ssh-keys",
  pathParams: UserPath,
  query: NoQuery,
  body: z.strictObject({ publicKey: sshKeyLine, name: sshKeyName }),
  response: SshKey,
  family: "admin",
  conflicts: true,
  role: "admin",
  sessionOnly: true,
});
