"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { peopleQuery } from "@/components/settings/people-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { AddPersonDialog } from "./add-person-dialog";
import { LinkDialog, type SignInLink } from "./link-dialog";
import { PersonRow } from "./person-row";

/** Who may sign in, and as what. */
export function PeopleScreen() {
  const [adding, setAdding] = useState(false);
  const [link, setLink] = useState<SignInLink>();
  const { data, error, isPending, refetch } = useQuery(peopleQuery);
  return (
    <section aria-label="People" className="max-w-4xl space-y-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-muted-foreground text-sm">
          Viewers read. Operators launch, cancel, review and merge. Admins also manage pools, keys, people and settings.
        </p>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <UserPlus aria-hidden />
          Add person
        </Button>
      </div>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          {data ? "The list below is as of the last answer." : "The people could not be read."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading people" /> : null}
      <ul className="divide-y">
        {data?.people.map((person) => (
          <PersonRow key={person.id} person={person} onLink={setLink} />
        ))}
      </ul>
      <AddPersonDialog open={adding} onOpenChange={setAdding} onLink={setLink} />
      <LinkDialog link={link} onClose={() => setLink(undefined)} />
    </section>
  );
}
