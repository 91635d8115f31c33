import { z } from "zod";
import { defineOperation } from "../../operation";
import { OwnerPath } from "../repo";
import { SshCertificateAuthority } from "./ssh-certificate-authority";

export const listSshCertificateAuthorities = defineOperation({
  id: "listSshCertificateAuthorities",
  summary: "List the SSH certificate authorities of an owner, newest first",
  method: "GET",
  path: "/v1/repohost/owners/{ownerSlug}/ssh-certificate-authorities",
  pathParams: OwnerPath,
  query: z.looseObject({}),
  response: z.looseObject({
    requireCertificates: z.boolean(),
    certificateAuthorities: z.array(SshCertificateAuthority),
  }),
  family: "repohost",
  scopes: ["namespace:settings:read"],
});
