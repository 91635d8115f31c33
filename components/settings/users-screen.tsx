"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { usersQuery } from "@/components/settings/users-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { AddUserDialog } from "./add-user-dialog";
import { LinkDialog, type SignInLink } from "./link-dialog";
import { UserTableRow } from "./user-table-row";

/** The dashboard's users and their roles. */
export function UsersScreen() {
  const [adding, setAdding] = useState(false);
  const [link, setLink] = useState<SignInLink>();
  const { data, error, isPending, refetch } = useQuery(usersQuery);
  return (
    <section aria-label="Users" className="max-w-content space-y-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-muted-foreground text-sm">
          Viewers can read. Operators can also launch and cancel agents, review, and merge. Admins can also manage
          pools, keys, users, and settings.
        </p>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <UserPlus aria-hidden />
          Add user
        </Button>
      </div>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data ? "The list may be out of date." : "Couldn't load users."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading users" /> : null}
      <ul className="divide-y">
        {data?.users.map((user) => (
          <UserTableRow key={user.id} user={user} onLink={setLink} />
        ))}
      </ul>
      <AddUserDialog open={adding} onOpenChange={setAdding} onLink={setLink} />
      <LinkDialog link={link} onClose={() => setLink(undefined)} />
    </section>
  );
}
