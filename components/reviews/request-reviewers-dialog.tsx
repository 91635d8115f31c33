"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useRequestReviewers } from "./review-mutations";
import { commentsQuery, reviewersQuery, reviewsQuery } from "./review-queries";

interface AskReviewersDialogProps {
  name: PullName;
  /** Reviewers that a rule requires: email addresses and owner names. */
  suggested: readonly string[];
  onClose: () => void;
}

const split = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** Requests reviews, by email address or id. Previous participants are suggested. */
export default function AskReviewersDialog({ name, suggested, onClose }: AskReviewersDialogProps) {
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
  const submit = () => {
    mutate(users, {
      onSuccess: () => {
        toast.success(`Asked ${users.join(", ")}.`);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Ask for a review"
      action="Ask"
      acting="Asking…"
      ready={users.length > 0}
      pending={isPending}
      onSubmit={submit}
    >
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
          Asked already: {asked.data.users.map(({ displayName, email, id }) => displayName ?? (email || id)).join(", ")}
        </p>
      ) : null}
    </FormDialog>
  );
}
