"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

// What the dashboard accepts. Checked before the form is sent, because the page that reports a problem has an empty form.
const hostPattern = String.raw`\s*[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)*(:[0-9]{1,5})?\s*`;
const organizationPattern = String.raw`\s*[A-Za-z0-9\-]{1,100}\s*`;

/** Creates a GitHub App. The form posts to the dashboard, which continues to GitHub. */
export function CreateGitHubApp() {
  return (
    <form method="post" action="/api/github-app" className="max-w-sm space-y-3 rounded-md border p-3">
      <h3 className="font-medium">Create a GitHub App</h3>
      <Field label="Server" hint="github.com, or the host name of GitHub Enterprise">
        {(control) => (
          <Input
            {...control}
            name="host"
            defaultValue="github.com"
            pattern={hostPattern}
            title="A host name such as github.com"
            autoComplete="off"
            spellCheck={false}
            required
          />
        )}
      </Field>
      <Field label="Organization" optional hint="Owns the app. Default: your own account">
        {(control) => (
          <Input
            {...control}
            name="organization"
            pattern={organizationPattern}
            title="The name of an organization in its address, such as acme-inc"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" native variant="primary">
        Create GitHub App
      </Button>
    </form>
  );
}
