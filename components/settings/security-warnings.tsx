import { ShieldAlert } from "lucide-react";

interface SecurityWarningsProps {
  warnings: readonly { subject: string; detail: string }[];
}

const titles: Readonly<Record<string, string>> = {
  sandbox: "Sandbox",
  network: "Network",
  "open setting": "Relaxed setting",
  "shared key": "Shared key",
};

/** Security warnings for admins. Renders nothing if there are none. */
export function SecurityWarnings({ warnings }: SecurityWarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <section aria-label="Security warnings" className="rounded-md border border-warning/40 bg-warning-soft p-3 text-sm">
      <ul className="space-y-2">
        {warnings.map(({ subject, detail }) => (
          <li key={detail} className="flex gap-2">
            <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            <div className="min-w-0">
              <p className="font-medium text-warning">{titles[subject] ?? subject}</p>
              <p className="break-words text-muted-foreground">{detail.charAt(0).toUpperCase() + detail.slice(1)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
