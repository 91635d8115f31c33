import type { Route } from "next";
import Link from "next/link";
import { Button } from "@/components/ui/button";

interface ActionLinkProps<T extends string> {
  href: Route<T>;
  /** What the action is about, for screen readers. */
  subject: string;
  isPrimary?: boolean | undefined;
  /** Says more than the text, which it starts with. */
  label?: string;
  children: string;
}

/** A link that looks like a button, to where an action is done. */
export function ActionLink<T extends string>({ href, subject, isPrimary, label, children }: ActionLinkProps<T>) {
  return (
    <Button asChild size="small" variant={isPrimary ? "primary" : "secondary"}>
      <Link href={href} prefetch={false} aria-label={`${label ?? children}: ${subject}`}>
        {children}
      </Link>
    </Button>
  );
}
