"use client";

import { useSyncExternalStore } from "react";
import { z } from "zod";
import { jsonCodec } from "@/components/ui/json-codec";
import { localStore } from "@/components/ui/local-store";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { emptyFields } from "./empty-fields";

/** A launch whose end is not known: it was sent, and no answer has come. */
const Attempt = z.object({ agentId: z.string().optional(), startedAt: z.string(), sent: LaunchFields });
export type Attempt = z.infer<typeof Attempt>;

const Stored = z.object({ fields: LaunchFields, attempt: Attempt.optional() });
type Stored = z.infer<typeof Stored>;

const store = localStore(
  "launch",
  jsonCodec<Stored | undefined>((json) => Stored.safeParse(json).data, undefined),
);

interface Draft {
  fields: LaunchFields;
  attempt: Attempt | undefined;
  /** Values of variables, headers and the like by row: in memory alone, never stored. */
  secrets: Readonly<Record<string, string>>;
  /** False when the browser had no room to keep the draft over a reload. */
  kept: boolean;
}

const empty: Draft = { fields: emptyFields, attempt: undefined, secrets: {}, kept: true };
const listeners = new Set<() => void>();
let draft: Draft | undefined;

function read(): Draft {
  draft ??= { ...empty, ...store.read() };
  return draft;
}

function notify(next: Draft): void {
  draft = next;
  for (const listener of listeners) listener();
}

function write(changes: Partial<Pick<Draft, "fields" | "attempt" | "secrets">>): void {
  const next = { ...read(), ...changes };
  notify({ ...next, kept: store.write({ fields: next.fields, attempt: next.attempt }) });
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === store.key) notify({ ...empty, secrets: read().secrets, ...store.read() });
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** The launch form's draft, kept in this browser until an agent is launched. */
export function useLaunchDraft(): Draft {
  return useSyncExternalStore(subscribe, read, () => empty);
}

export const launchDraft = {
  read,
  change: (changes: Partial<LaunchFields>) => write({ fields: { ...read().fields, ...changes } }),
  setSecret: (key: string, value: string) => write({ secrets: { ...read().secrets, [key]: value } }),
  setAttempt: (attempt: Attempt | undefined) => write({ attempt }),
  /** Puts another form in the place of this one; secrets are dropped with the rows they belonged to. */
  replace: (fields: LaunchFields, secrets: Draft["secrets"] = {}) => write({ fields, secrets }),
  clear: () => write({ fields: emptyFields, secrets: {}, attempt: undefined }),
};
