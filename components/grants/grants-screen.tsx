"use client";

import { OwnerList } from "@/components/repositories/owner-list";
import { GrantList } from "./grant-list";

/** The namespace-wide grants of each owner. */
export function GrantsScreen() {
  return (
    <div className="max-w-content space-y-6 p-4">
      <p className="text-muted-foreground text-sm">
        Access to all current and future repositories of a namespace. To grant access to a single repository, open its
        settings.
      </p>
      <OwnerList>
        {(slug) => (
          <section aria-label={`Access to ${slug}`}>
            <GrantList title={slug} target={{ ownerSlug: slug }} />
          </section>
        )}
      </OwnerList>
    </div>
  );
}
