"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";

const addSshCertificateAuthority = () =>
  import("@/lib/contract/hosting/ssh/add-ssh-certificate-authority").then((entry) => entry.addSshCertificateAuthority);
const deleteSshCertificateAuthority = () =>
  import("@/lib/contract/hosting/ssh/delete-ssh-certificate-authority").then(
    (entry) => entry.deleteSshCertificateAuthority,
  );
const listSshCertificateAuthorities = () =>
  import("@/lib/contract/hosting/ssh/list-ssh-certificate-authorities").then(
    (entry) => entry.listSshCertificateAuthorities,
  );
const setSshCertificateRequirement = () =>
  import("@/lib/contract/hosting/ssh/set-ssh-certificate-requirement").then(
    (entry) => entry.setSshCertificateRequirement,
  );

/** An owner's SSH certificate authorities, newest first, and whether certificates are required. */
export function sshAuthoritiesQuery(ownerSlug: string) {
  return queryOptions({
    queryKey: ["ssh-authorities", ownerSlug] as const,
    queryFn: ({ signal }) => callProxy(listSshCertificateAuthorities, { params: { ownerSlug }, signal }),
    staleTime: 10_000,
  });
}

function useAuthorityChange<Input, Output>(ownerSlug: string, change: (input: Input) => Promise<Output>) {
  return useChange(change, ["ssh-authorities", ownerSlug]);
}

export const useAddSshAuthority = (ownerSlug: string) =>
  useAuthorityChange(ownerSlug, (body: { name: string; publicKey: string }) =>
    callProxy(addSshCertificateAuthority, { params: { ownerSlug }, body }),
  );

export const useDeleteSshAuthority = (ownerSlug: string) =>
  useAuthorityChange(ownerSlug, (certificateAuthorityId: string) =>
    callProxy(deleteSshCertificateAuthority, { params: { ownerSlug, certificateAuthorityId } }),
  );

export const useRequireSshCertificates = (ownerSlug: string) =>
  useAuthorityChange(ownerSlug, (requireCertificates: boolean) =>
    callProxy(setSshCertificateRequirement, { params: { ownerSlug }, body: { requireCertificates } }),
  );
