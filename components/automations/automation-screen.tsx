"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadState } from "@/components/ui/load-state";
import { PageHeader } from "@/components/ui/page-header";
import { toast } from "@/components/ui/toast";
import { usePageRouter } from "@/components/ui/use-page-router";
import type { Automation } from "@/lib/contract/dashboard/automations/automation";
import { paths } from "@/lib/model/paths";
import { automationQuery, useDeleteAutomation, usePauseAutomation, useRunAutomation } from "./automation-queries";
import { AutomationSummary } from "./automation-summary";
import { FiringHistory } from "./firing-history";
import { WebhookSetup } from "./webhook-setup";

const parents = [{ name: "Automations", path: paths.automations() }];

interface AutomationScreenProps {
  id: string;
  /** Where webhooks are sent to. */
  webhookUrl: string;
}

/** An automation with its history. */
export function AutomationScreen({ id, webhookUrl }: AutomationScreenProps) {
  const query = useQuery(automationQuery(id));
  const { data } = query;
  return (
    <>
      <PageHeader
        title={data?.name ?? "Automation"}
        parents={parents}
        actions={data?.canEdit ? <Actions automation={data} /> : null}
      />
      <div className="max-w-4xl space-y-6 p-4">
        <LoadState
          query={query}
          stale="The automation may be out of date."
          failed="Couldn't load the automation."
          loading="Loading the automation"
        />
        {data ? (
          <>
            <AutomationSummary automation={data} />
            {data.trigger.kind === "webhook" ? <WebhookSetup automation={data} url={webhookUrl} /> : null}
            <FiringHistory id={id} />
          </>
        ) : null}
      </div>
    </>
  );
}

function Actions({ automation }: { automation: Automation }) {
  const { id, name, paused, canRun } = automation;
  const run = useRunAutomation(id);
  const pause = usePauseAutomation(id);
  const verb = paused ? "resume" : "pause";
  return (
    <>
      <Button
        size="small"
        variant="primary"
        disabled={run.isPending || !canRun}
        title={canRun ? undefined : "Nothing has triggered it yet"}
        onClick={() =>
          run.mutate(undefined, {
            onSuccess: ({ number }) => toast.success(`Run #${number} was queued.`),
            onError: ({ message }) => toast.error("Couldn't run the automation.", { description: message }),
          })
        }
      >
        <Play aria-hidden />
        Run now
      </Button>
      <Button
        size="small"
        disabled={pause.isPending}
        onClick={() =>
          pause.mutate(!paused, {
            onError: ({ message }) => toast.error(`Couldn't ${verb} the automation.`, { description: message }),
          })
        }
      >
        {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        {paused ? "Resume" : "Pause"}
      </Button>
      <Button asChild size="small">
        <Link href={paths.editAutomation(id)}>
          <Pencil aria-hidden />
          Edit
        </Link>
      </Button>
      <DeleteButton id={id} name={name} />
    </>
  );
}

function DeleteButton({ id, name }: { id: string; name: string }) {
  const router = usePageRouter();
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending, error, reset } = useDeleteAutomation(id);
  const close = () => {
    setConfirming(false);
    reset();
  };
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Delete automation"
        title="Delete automation"
        onClick={() => setConfirming(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={close}
        title="Delete automation?"
        description={`${name}, its history, and its budgets are deleted. Its agents are kept.`}
        action="Delete automation"
        pendingLabel="Deleting…"
        pending={isPending}
        failure={error}
        errorTitle="Couldn't delete the automation."
        onConfirm={() =>
          mutate(undefined, {
            onSuccess: () => {
              toast.success("Automation deleted.");
              router.push(paths.automations());
            },
          })
        }
      />
    </>
  );
}
