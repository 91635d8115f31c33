"use client";

import { OwnerList } from "@/components/repositories/owner-list";
import { OwnerAuthorities } from "./owner-authorities";

/** The certificate authorities that git over SSH accepts, for each owner. */
export function SshAuthoritiesScreen() {
  return (
    <div className="max-w-3xl space-y-6 p-4 text-sm">
      <p className="text-muted-foreground">
        Members of an owner&apos;s team may use git over SSH with certificates that one of its authorities signed. A
        certificate names them by e-mail address or user id.
      </p>
      <OwnerList>{(slug) => <OwnerAuthorities ownerSlug={slug} />}</OwnerList>
    </div>
  );
}
