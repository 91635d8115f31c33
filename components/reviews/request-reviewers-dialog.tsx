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

interface RequestReviewersDialogProps {
  name: PullName;
  /** Reviewers that a rule requires: email addresses and owner names. */
  suggested: readonly string[];
  onClose: () => void;
}

/** Groups are written like users of other tools, with an @ in front. */
const split = (text: string) => text.split(/[\s,]+/).flatMap((part) => part.replace(/^@/, "") || []);

/** Requests reviews from users and groups. Suggests previous participants. */
export default function RequestReviewersDialog({ name, suggested, onClose }: RequestReviewersDialogProps) {
  const [text, setText] = useState(() => split(suggested.join(" ")).join(", "));
  const { mutate, isPending, error } = useRequestReviewers(name);
  const requested = useQuery(reviewersQuery(name));
  const comments = useInfiniteQuery(commentsQuery(name));
  const reviews = useInfiniteQuery(reviewsQuery(name));
  const authors = [
    ...(reviews.data?.pages.flatMap((page) => page.reviews) ?? []),
    ...(comments.data?.pages.flatMap((page) => page.comments) ?? []),
  ].flatMap(({ author }) => (author.user?.email ? [author.user.email] : []));
  const known = [...new Set(authors)].slice(0, 8);
  const reviewers = split(text);
  const submit = () => {
    mutate(reviewers, {
      onSuccess: () => {
        toast.success(`Requested review from ${reviewers.join(", ")}.`);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Request review"
      action="Request review"
      pendingLabel="Requesting…"
      ready={reviewers.length > 0}
      pending={isPending}
      onSubmit={submit}
    >
      <Field
        label="Reviewers"
        hint="Email addresses of users or names of groups, separated by commas."
        error={error ? `Couldn't request the review. ${error.message}` : undefined}
      >
        {(control) => <Input {...control} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      {known.length > 0 ? (
        <div className="flex flex-wrap gap-1">
          {known.map((email) => (
            <Button
              key={email}
              size="small"
              disabled={reviewers.includes(email)}
              onClick={() => setText([...reviewers, email].join(", "))}
            >
              {email}
            </Button>
          ))}
        </div>
      ) : null}
      {requested.data && requested.data.users.length + requested.data.groups.length > 0 ? (
        <p className="text-muted-foreground text-xs">
          Already requested:{" "}
          {[
            ...requested.data.users.map(({ displayName, email, id }) => displayName ?? (email || id)),
            ...requested.data.groups.map(({ id }) => `group ${id}`),
          ].join(", ")}
        </p>
      ) : null}
    </FormDialog>
  );
}
