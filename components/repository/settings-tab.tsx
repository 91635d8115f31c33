import { GrantList } from "@/components/grants/grant-list";
import { MirrorSection } from "@/components/mirrors/mirror-section";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { SettingsForm } from "./settings-form";

interface SettingsTabProps {
  name: RepositoryName;
  repo: Repo;
  isAdmin: boolean;
}

/** Repository settings. Access and mirror settings are shown to admins only. */
export function SettingsTab({ name, repo, isAdmin }: SettingsTabProps) {
  return (
    <div className="max-w-content space-y-8">
      <SettingsForm name={name} repo={repo} isAdmin={isAdmin} />
      {isAdmin ? (
        <>
          <section aria-label="Access" className="border-t pt-4">
            <GrantList
              title="Access"
              explanation={`Access granted on this repository. Access inherited from ${name.ownerSlug} isn't listed.`}
              target={name}
            />
          </section>
          <section aria-label="Mirror" className="space-y-3 border-t pt-4">
            <h2 className="font-medium text-sm">Mirror</h2>
            <MirrorSection name={name} repo={repo} />
          </section>
        </>
      ) : null}
    </div>
  );
}
