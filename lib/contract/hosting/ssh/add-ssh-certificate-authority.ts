import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { OwnerPath } from "../repo";
import { SshCertificateAuthority, sshKeyLine, sshKeyName } from "./ssh-certificate-authority";

export const addSshCertificateAuthority = defineOperation({
  id: "addSshCertificateAuthority",
  summary: "Add an SSH certificate authority",
  method: "POST",
  path: "/v1/repohost/owners/{ownerSlug}/ssh-certificate-authorities",
  pathParams: OwnerPath,
  body: z.looseObject({ publicKey: sshKeyLine, name: sshKeyName }),
  response: SshCertificateAuthority,
  credentials: ["user"],
  scopes: ["namespace:settings:write"],
  conflicts: true,
  role: "admin",
  sessionOnly: true,
});
