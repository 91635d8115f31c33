"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import type { PullName } from "@/lib/queries/pulls";
import { useRequestReviewers } from "@/lib/queries/review-actions";
import { commentsQuery, reviewersQuery, reviewsQuery } from "@/lib/queries/reviews";

interface AskReviewersDialogProps {
  name: PullName;
  /** Whom a rule wants: addresses and names of owners. */
  suggested: readonly string[];
  onClose: () => void;
}

const split = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** Asks people for their review, by address or id. Whoever was heard here before is offered. */
export default function AskReviewersDialog({ name, suggested, onClose }: AskReviewersDialogProps) {
  const form = useId();
  const [text, setText] = useState(suggested.map((owner) => owner.replace(/^@/, "")).join(", "));
  const { mutate, isPending, error } = useRequestReviewers(name);
  const asked = useQuery(reviewersQuery(name));
  const comments = useInfiniteQuery(commentsQuery(name));
  const reviews = useInfiniteQuery(reviewsQuery(name));
  const authors = [
    ...(reviews.data?.pages.flatMap((page) => page.reviews) ?? []),
    ...(comments.data?.pages.flatMap((page) => page.comments) ?? []),
  ].flatMap(({ author }) => (author.user?.email ? [author.user.email] : []));
  const known = [...new Set(authors)].slice(0, 8);
  const users = split(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (users.length === 0 || isPending) return;
    mutate(users, {
      onSuccess: () => {
        toast.success(`Asked ${users.join(", ")}.`);
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Ask for a review"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={users.length === 0 || isPending}>
            {isPending ? "Asking…" : "Ask"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        <Field
          label="People"
          hint="E-mail addresses or ids, separated by commas."
          error={error ? `${error.message} Nobody was asked.` : undefined}
        >
          {(control) => <Input {...control} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        {known.length > 0 ? (
          <div className="flex flex-wrap gap-1">
            {known.map((email) => (
              <Button
                key={email}
                size="small"
                disabled={users.includes(email)}
                onClick={() => setText([...users, email].join(", "))}
              >
                {email}
              </Button>
            ))}
          </div>
        ) : null}
        {asked.data && asked.data.users.length > 0 ? (
          <p className="text-muted-foreground text-xs">
            Asked already:{" "}
            {asked.data.users.map(({ displayName, email, id }) => displayName ?? (email || id)).join(", ")}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
