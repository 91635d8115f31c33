"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { usersQuery } from "@/components/settings/users-queries";
import { Button } from "@/components/ui/button";
import { LoadState } from "@/components/ui/load-state";
import { AddUserDialog } from "./add-user-dialog";
import { LinkDialog, type SignInLink } from "./link-dialog";
import { UserTableRow } from "./user-table-row";

/** The dashboard's users and their roles. */
export function UsersScreen() {
  const [adding, setAdding] = useState(false);
  const [link, setLink] = useState<SignInLink>();
  const query = useQuery(usersQuery);
  const { data } = query;
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
      <LoadState
        query={query}
        stale="The list may be out of date."
        failed="Couldn't load users."
        loading="Loading users"
      />
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
