"use client";

import { OwnerList } from "@/components/repositories/owner-list";
import { GrantList } from "./grant-list";

/** The grants on all repositories of each owner. */
export function GrantsScreen() {
  return (
    <div className="max-w-3xl space-y-6 p-4">
      <p className="text-muted-foreground text-sm">
        A grant on an owner is good for each of its repositories, also those to come. Grants on one repository are in
        that repository&apos;s settings.
      </p>
      <OwnerList>
        {(slug) => (
          <section aria-label={`Grants on ${slug}`}>
            <GrantList title={slug} target={{ ownerSlug: slug }} />
          </section>
        )}
      </OwnerList>
    </div>
  );
}
