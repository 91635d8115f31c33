"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef, useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { eligibleReviewersQuery } from "@/components/repositories/eligible-reviewers-query";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
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
/** Where the part that is being typed starts: after the last separator. */
const typedFrom = (text: string) => Math.max(text.lastIndexOf(","), text.lastIndexOf(" ")) + 1;
const typed = (text: string) => text.slice(typedFrom(text)).replace(/^@/, "");

interface Suggestion {
  /** As sent. */
  reviewer: string;
  label: string;
}

const maxSuggestions = 8;

/** Users and groups that match what is typed; previous participants if the service doesn't list them. */
function useSuggestions(name: PullName, text: string): Suggestion[] {
  const { ownerSlug, repoName } = name;
  const { data, isError } = useQuery(eligibleReviewersQuery({ ownerSlug, repoName }, useDeferredValue(typed(text))));
  const comments = useInfiniteQuery({ ...commentsQuery(name), enabled: isError });
  const reviews = useInfiniteQuery({ ...reviewsQuery(name), enabled: isError });
  if (!isError) {
    return [
      ...(data?.users ?? []).map(({ email, displayName }) => ({
        reviewer: email,
        label: displayName ? `${displayName} (${email})` : email,
      })),
      ...(data?.groups ?? []).map(({ slug }) => ({ reviewer: slug, label: `Group ${slug}` })),
    ];
  }
  const authors = [
    ...(reviews.data?.pages.flatMap((page) => page.reviews) ?? []),
    ...(comments.data?.pages.flatMap((page) => page.comments) ?? []),
  ].flatMap(({ author }) => (author.user?.email ? [author.user.email] : []));
  return [...new Set(authors)].map((email) => ({ reviewer: email, label: email }));
}

/** Requests reviews from users and groups, with suggestions for what is typed. */
export default function RequestReviewersDialog({ name, suggested, onClose }: RequestReviewersDialogProps) {
  const [text, setText] = useState(() =>
    split(suggested.join(" "))
      .map((reviewer) => `${reviewer}, `)
      .join(""),
  );
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useRequestReviewers(name);
  const requested = useQuery(reviewersQuery(name));
  const reviewers = split(text);
  const suggestions = useSuggestions(name, text)
    .filter(({ reviewer }) => !reviewers.includes(reviewer))
    .slice(0, maxSuggestions);
  const add = (reviewer: string) => {
    const before = text.slice(0, typedFrom(text));
    setText(`${before}${reviewer}, `);
    input.current?.focus();
  };
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
      <TextField
        label="Reviewers"
        hint="Email addresses of users or names of groups, separated by commas."
        error={error ? `Couldn't request the review. ${error.message}` : undefined}
        ref={input}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onValue={setText}
      />
      {suggestions.length > 0 ? (
        <ul aria-label="Suggested reviewers" className="flex flex-wrap gap-1">
          {suggestions.map(({ reviewer, label }) => (
            <li key={reviewer} className="max-w-full">
              <Button size="small" className="max-w-full" onClick={() => add(reviewer)}>
                <span className="truncate">{label}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {requested.data && requested.data.users.length + requested.data.groups.length > 0 ? (
        <p className="text-muted-foreground text-xs">
          Already requested:{" "}
          {[
            ...requested.data.users.map(({ displayName, email, id }) => displayName ?? (email || id)),
            ...requested.data.groups.map(({ id, slug }) => `group ${slug ?? id}`),
          ].join(", ")}
        </p>
      ) : null}
    </FormDialog>
  );
}
