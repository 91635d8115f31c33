"use client";

import { OwnerList } from "@/components/repositories/owner-list";
import { OwnerAuthorities } from "./owner-authorities";

/** The SSH certificate authorities of each owner. */
export function SshAuthoritiesScreen() {
  return (
    <div className="max-w-content space-y-6 p-4 text-sm">
      <p className="text-muted-foreground">
        Members of a namespace&apos;s team can use git over SSH with certificates signed by one of its authorities. A
        certificate identifies a user by email address or user ID.
      </p>
      <OwnerList>{(slug) => <OwnerAuthorities ownerSlug={slug} />}</OwnerList>
    </div>
  );
}
