"use client";

import { useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { LaunchTemplate } from "@/lib/contract/dashboard/launch-templates/launch-template";
import { paths } from "@/lib/model/paths";
import { rememberedFields } from "./advanced-fields";
import { launchDraft } from "./draft";
import { repositoryRow } from "./empty-fields";
import { type Relaunch, relaunchForm } from "./relaunch-form";

export interface Prefill {
  /** From the URL: `?prompt=&repo=&ref=&from=&fix=`. */
  prompt: string | undefined;
  repository: string | undefined;
  reference: string | undefined;
  /** An agent to launch again. */
  from: string | undefined;
  /** A pull request to fix: `owner/name/number`. */
  fix: string | undefined;
}

const launchedElsewhere =
  "It wasn't launched from this dashboard, so set its model, mode, images, variables, MCP servers, and subagents again.";
const missingFields: Readonly<Record<Relaunch["known"], string>> = {
  all: "Secret values and attached files aren't saved. Enter them again.",
  some: launchedElsewhere,
  "no prompt": `${launchedElsewhere} Its prompt is no longer retained.`,
};

/** Replaces the draft. If the old draft had more than remembered fields, the toast offers to undo. */
export function replaceForm(fields: LaunchFields, message: string): void {
  const before = launchDraft.read();
  const hadContent = JSON.stringify(before.fields) !== JSON.stringify(rememberedFields(before.fields));
  launchDraft.replace(fields);
  if (!hadContent || JSON.stringify(before.fields) === JSON.stringify(fields)) return;
  toast.info(message, {
    action: { label: "Undo", onClick: () => launchDraft.replace(before.fields, before.secrets) },
    duration: 15_000,
  });
}

export function fillFromTemplate({ fields, name }: LaunchTemplate): void {
  replaceForm(fields, `Form filled from template ${name}.`);
}

/** Fills the form from the URL once. Returns a message about the result. */
export function usePrefill({ prompt, repository, reference, from, fix }: Prefill): {
  loading: boolean;
  message: string | undefined;
} {
  const applied = useRef<string>(undefined);
  const [state, setState] = useState<{ loading: boolean; message?: string }>({ loading: (from ?? fix) !== undefined });

  useEffect(() => {
    const request = JSON.stringify([prompt, repository, reference, from, fix]);
    if (applied.current === request) return;
    applied.current = request;
    // Remove the parameters so that a reload restores the edited draft rather than the link's values.
    if (fix ?? from ?? prompt ?? repository) window.history.replaceState(null, "", paths.newAgent());
    if (fix !== undefined) {
      setState({ loading: true });
      import("./fix-pull-form")
        .then(({ fixPullForm }) => fixPullForm(fix))
        .then(({ fields, about }) => {
          replaceForm(fields, "Form filled from the pull request. Your draft was replaced.");
          setState({ loading: false, message: `Filled from ${about}. Review the prompt before you launch.` });
        })
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : "no response";
          setState({
            loading: false,
            message: `Couldn't load the pull request. Your draft is unchanged. (${reason})`,
          });
        });
      return;
    }
    if (from !== undefined) {
      setState({ loading: true });
      relaunchForm(from)
        .then(({ fields, name, known }) => {
          replaceForm(fields, "Form filled from the agent. Your draft was replaced.");
          setState({ loading: false, message: `Filled from ${name}. ${missingFields[known]}` });
        })
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : "no response";
          setState({ loading: false, message: `Couldn't load the agent. Your draft is unchanged. (${reason})` });
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
    replaceForm(filled, "Form filled from the link. Your draft was replaced.");
  }, [prompt, repository, reference, from, fix]);

  return { loading: state.loading, message: state.message };
}
