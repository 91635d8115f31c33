import type { Metadata } from "next";
import { LaunchForm } from "@/components/launch/launch-form";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/contract/operation";
import { paths } from "@/lib/model/paths";
import { requireUser } from "@/lib/server/auth/session";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

export const metadata: Metadata = { title: "New agent" };

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

const single = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

export default async function NewAgentPage({ searchParams }: Props) {
  const user = await requireUser();
  const { prompt, repo, ref, from, fix } = await searchParams;
  return (
    <>
      <PageHeader title="New agent" parents={[{ name: "Agents", path: paths.agents() }]} />
      <LaunchForm
        prefill={{
          prompt: single(prompt),
          repository: single(repo),
          reference: single(ref),
          from: single(from),
          fix: single(fix),
        }}
        canLaunch={roleAllows(user.role, "operator")}
        canSetUp={roleAllows(user.role, "admin") && dashboardSettings().serviceUrl === undefined}
        reservedPrefix={`${dashboardSettings().serviceName.toUpperCase()}_`}
      />
    </>
  );
}
