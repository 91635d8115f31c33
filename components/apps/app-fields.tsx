import { Checkbox } from "@/components/ui/checkbox";
import { TextAreaField, TextField } from "@/components/ui/text-field";
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
      <TextField
        label="Name"
        error={errorOf("displayName")}
        autoComplete="off"
        maxLength={255}
        value={values.displayName}
        onValue={(next) => onChange({ displayName: next })}
      />
      <TextAreaField
        label="Description"
        optional
        error={errorOf("description")}
        rows={2}
        value={values.description}
        onValue={(next) => onChange({ description: next })}
      />
      <TextField
        label="Website"
        optional
        error={errorOf("websiteUrl")}
        type="url"
        placeholder="https://"
        value={values.websiteUrl}
        onValue={(next) => onChange({ websiteUrl: next })}
      />
      <TextAreaField
        label="Redirect URIs"
        optional
        hint="One https URL per line. Only these receive signed receipts."
        error={errorOf("installationRedirectUris")}
        rows={2}
        spellCheck={false}
        className="font-mono text-xs"
        value={values.redirectUris}
        onValue={(next) => onChange({ redirectUris: next })}
      />
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
