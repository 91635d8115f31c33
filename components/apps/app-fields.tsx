import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { isInstallable, scopeCatalog } from "@/lib/contract/hosting/scope";
import { scopeLabel } from "./scope-labels";

/** The form values of an app. */
export interface AppForm {
  displayName: string;
  description: string;
  websiteUrl: string;
  /** One per line. */
  redirectUris: string;
  scopes: readonly string[];
}

export const splitLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

interface AppFieldsProps {
  values: AppForm;
  onChange: (changes: Partial<AppForm>) => void;
  /** The error of an API field, if any. */
  errorOf: (field: string) => string | undefined;
}

/** The form fields shared by creating and editing an app. */
export function AppFields({ values, onChange, errorOf }: AppFieldsProps) {
  return (
    <>
      <Field label="Name" error={errorOf("displayName")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={255}
            value={values.displayName}
            onChange={({ target }) => onChange({ displayName: target.value })}
          />
        )}
      </Field>
      <Field label="Description" optional error={errorOf("description")}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={values.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        )}
      </Field>
      <Field label="Website" optional error={errorOf("websiteUrl")}>
        {(control) => (
          <Input
            {...control}
            type="url"
            placeholder="https://"
            value={values.websiteUrl}
            onChange={({ target }) => onChange({ websiteUrl: target.value })}
          />
        )}
      </Field>
      <Field
        label="Redirect URIs"
        optional
        hint="One https URL per line. Only these receive signed receipts."
        error={errorOf("installationRedirectUris")}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            spellCheck={false}
            className="font-mono text-xs"
            value={values.redirectUris}
            onChange={({ target }) => onChange({ redirectUris: target.value })}
          />
        )}
      </Field>
      <fieldset className="space-y-1.5">
        <legend className="font-medium text-sm">Default permissions</legend>
        {errorOf("defaultScopes") ? <p className="text-danger text-xs">{errorOf("defaultScopes")}</p> : null}
        <div className="max-h-48 space-y-1 overflow-auto rounded-md border p-2">
          {scopeCatalog.filter(isInstallable).map((scope) => (
            <Checkbox
              key={scope}
              label={scopeLabel(scope)}
              checked={values.scopes.includes(scope)}
              onChange={(on) =>
                onChange({ scopes: on ? [...values.scopes, scope] : values.scopes.filter((each) => each !== scope) })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
