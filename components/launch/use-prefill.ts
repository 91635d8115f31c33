"use client";

import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { paths } from "@/lib/model/paths";
import { launchDraft } from "./draft";
import { emptyFields, repositoryRow } from "./empty-fields";
import { relaunchForm, type Relaunch } from "./relaunch-form";

export interface Prefill {
  /** From the address: `?prompt=&repo=&ref=&from=`. */
  prompt: string | undefined;
  repository: string | undefined;
  reference: string | undefined;
  /** An agent to launch again. */
  from: string | undefined;
  /** A pull request to mend: `owner/name/number`. */
  fix: string | undefined;
}

const elsewhere =
  "It was launched elsewhere, and the service does not tell its model, mode, images, variables, MCP servers and subagents: choose them again.";
const stillToChoose: Readonly<Record<Relaunch["known"], string>> = {
  all: "Values of secrets and dropped files are not kept: give them again.",
  some: elsewhere,
  "no prompt": `${elsewhere} Nor its prompt: the retention of its stream has passed.`,
};

/** Puts a form in the place of the draft. A draft that held something can be had back. */
export function replaceForm(fields: LaunchFields, said: string): void {
  const before = launchDraft.read();
  const had = JSON.stringify(before.fields) !== JSON.stringify(emptyFields);
  launchDraft.replace(fields);
  if (!had || JSON.stringify(before.fields) === JSON.stringify(fields)) return;
  toast.info(said, {
    action: { label: "Undo", onClick: () => launchDraft.replace(before.fields, before.secrets) },
    duration: 15_000,
  });
}

/** Fills the form from the address, once. Answers what to tell of it. */
export function usePrefill({ prompt, repository, reference, from, fix }: Prefill): {
  loading: boolean;
  told: string | undefined;
} {
  const done = useRef<string>(undefined);
  const [state, setState] = useState<{ loading: boolean; told?: string }>({ loading: (from ?? fix) !== undefined });

  useEffect(() => {
    const asked = JSON.stringify([prompt, repository, reference, from, fix]);
    if (done.current === asked) return;
    done.current = asked;
    // Filled once: a reload brings the draft back as it was left, not what the link said.
    if (fix ?? from ?? prompt ?? repository) window.history.replaceState(null, "", paths.newAgent());
    if (fix !== undefined) {
      setState({ loading: true });
      import("./fix-pull-form")
        .then(({ fixPullForm }) => fixPullForm(fix))
        .then(({ fields, about }) => {
          replaceForm(fields, "The form now says what to mend; what you had written was set aside.");
          setState({ loading: false, told: `Filled from ${about}: read the prompt before you launch it.` });
        })
        .catch((error: unknown) => {
          const why = error instanceof Error ? error.message : "no answer";
          setState({
            loading: false,
            told: `The pull request could not be read (${why}). The form is as you left it.`,
          });
        });
      return;
    }
    if (from !== undefined) {
      setState({ loading: true });
      relaunchForm(from)
        .then(({ fields, name, known }) => {
          replaceForm(fields, "The form now holds the other agent's; what you had written was set aside.");
          setState({ loading: false, told: `Filled from ${name}. ${stillToChoose[known]}` });
        })
        .catch((error: unknown) => {
          const why = error instanceof Error ? error.message : "no answer";
          setState({ loading: false, told: `That agent could not be read (${why}). The form is as you left it.` });
        });
      return;
    }
    if (prompt === undefined && repository === undefined) return;
    const { fields } = launchDraft.read();
    const filled: LaunchFields = {
      ...fields,
      ...(prompt === undefined ? {} : { prompt }),
      ...(repository === undefined
        ? {}
        : { repositories: [repositoryRow({ id: "first", url: repository, startingRef: reference ?? "" })] }),
    };
    replaceForm(filled, "The link filled the form; what you had written was set aside.");
  }, [prompt, repository, reference, from, fix]);

  return { loading: state.loading, told: state.told };
}
