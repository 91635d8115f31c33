"use client";

import { useSyncExternalStore } from "react";
import { z } from "zod";
import { jsonCodec } from "@/components/ui/json-codec";
import { localStore } from "@/components/ui/local-store";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { rememberedFields } from "./advanced-fields";
import { emptyFields } from "./empty-fields";

/** A launch that was sent but has no response yet. */
const Attempt = z.object({
  agentId: z.string().optional(),
  /** Set if it launches a batch. */
  batchId: z.string().optional(),
  startedAt: z.string(),
  sent: LaunchFields,
});
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
  /** Values of variables and headers by row id. Kept in memory only. */
  secrets: Readonly<Record<string, string>>;
  /** False when the browser couldn't store the draft. */
  isStored: boolean;
}

const empty: Draft = { fields: emptyFields, attempt: undefined, secrets: {}, isStored: true };
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
  notify({ ...next, isStored: store.write({ fields: next.fields, attempt: next.attempt }) });
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

/** The launch form's draft, stored in this browser until an agent is launched. */
export function useLaunchDraft(): Draft {
  return useSyncExternalStore(subscribe, read, () => empty);
}

export const launchDraft = {
  read,
  change: (changes: Partial<LaunchFields>) => write({ fields: { ...read().fields, ...changes } }),
  setSecret: (key: string, value: string) => write({ secrets: { ...read().secrets, [key]: value } }),
  setAttempt: (attempt: Attempt | undefined) => write({ attempt }),
  /** Replaces the form. Secrets of the replaced rows are dropped. */
  replace: (fields: LaunchFields, secrets: Draft["secrets"] = {}) => write({ fields, secrets }),
  /** Clears the form after a launch, except for what the next launch starts with. */
  launched: () => write({ fields: rememberedFields(read().fields), secrets: {}, attempt: undefined }),
};
