import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { SshKey, UserPath } from "./ssh-key";

export const listSshKeys = defineOperation({
  id: "listSshKeys",
  summary: "List the SSH keys of a user, newest first",
  method: "GET",
  path: "/admin/v1/users/{email}/ssh-keys",
  pathParams: UserPath,
  response: z.looseObject({ keys: z.array(SshKey) }),
});
