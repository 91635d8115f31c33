"use client";

import { useQuery } from "@tanstack/react-query";
import { browserOnly } from "@/components/ui/browser-only";
import { CallFailure } from "@/components/ui/call-failure";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { paths } from "@/lib/model/paths";
import { automationQuery } from "./automation-queries";

/** With the schemas and the cron parser, which other pages don't load. It starts with the browser's time zone. */
const AutomationForm = browserOnly(() => import("./automation-form"));

const parents = [{ name: "Automations", path: paths.automations() }];
const denied = (text: string) => <p className="p-4 text-sm">{text}</p>;

/** Creates an automation. */
export function NewAutomationScreen({ canCreate }: { canCreate: boolean }) {
  return (
    <>
      <PageHeader title="New automation" parents={parents} />
      {canCreate ? (
        <AutomationForm automation={undefined} takesOver={false} />
      ) : (
        denied("You need the Operator role to create automations.")
      )}
    </>
  );
}

/** Edits an automation. */
export function EditAutomationScreen({ id, userId }: { id: string; userId: string }) {
  // Later changes must not replace what is typed.
  const { data, error, isPending, refetch } = useQuery({ ...automationQuery(id), refetchInterval: false });
  const name = data?.name ?? "Automation";
  return (
    <>
      <PageHeader title="Edit automation" parents={[...parents, { name, path: paths.automation(id) }]} />
      {error ? (
        <div className="p-4">
          <CallFailure error={error} onRetry={() => refetch()}>
            Couldn&apos;t load the automation.
          </CallFailure>
        </div>
      ) : null}
      {isPending ? <SkeletonRows label="Loading the automation" /> : null}
      {data?.canEdit ? <AutomationForm key={id} automation={data} takesOver={data.owner?.id !== userId} /> : null}
      {data && !data.canEdit ? denied("Only the owner and admins can edit an automation.") : null}
    </>
  );
}
