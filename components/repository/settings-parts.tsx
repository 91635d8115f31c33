import { GrantList } from "@/components/grants/grant-list";
import { MirrorPart } from "@/components/mirrors/mirror-part";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { SettingsPart } from "./settings-part";

interface SettingsPartsProps {
  name: RepositoryName;
  repo: Repo;
  mayChange: boolean;
}

/** Everything that is set of a repository. Its own grants and its mirror are for admins. */
export function SettingsParts({ name, repo, mayChange }: SettingsPartsProps) {
  return (
    <div className="max-w-3xl space-y-8">
      <SettingsPart name={name} repo={repo} mayChange={mayChange} />
      {mayChange ? (
        <>
          <section aria-label="Access" className="border-t pt-4">
            <GrantList
              title="Access"
              explanation={`What was granted on this repository itself. What people hold through ${name.ownerSlug} is not listed here.`}
              target={name}
            />
          </section>
          <section aria-label="Mirror" className="space-y-3 border-t pt-4">
            <h2 className="font-medium text-sm">Mirror</h2>
            <MirrorPart name={name} repo={repo} />
          </section>
        </>
      ) : null}
    </div>
  );
}
