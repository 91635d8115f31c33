import Link from "next/link";
import MarkdownText from "@/components/transcript/markdown";
import { Badge, type Tone } from "@/components/ui/badge";
import type { CheckRunAnnotation } from "@/lib/contract/hosting/check";
import type { paths } from "@/lib/model/paths";

const levels: Readonly<Record<string, { label: string; tone: Tone }>> = {
  notice: { label: "Notice", tone: "info" },
  warning: { label: "Warning", tone: "warning" },
  failure: { label: "Failure", tone: "danger" },
};

interface AnnotationProps {
  annotation: CheckRunAnnotation;
  /** Name of the check, if the context doesn't show it. */
  by?: string;
  /** The address of its lines, if they aren't next to it. */
  href?: ReturnType<typeof paths.pullLines>;
}

/** An annotation of a check. The message is Markdown; the details are plain text. */
export function Annotation({ annotation, by, href }: AnnotationProps) {
  const { annotationLevel, message, title, rawDetails, location } = annotation;
  const known = Object.hasOwn(levels, annotationLevel) ? levels[annotationLevel] : undefined;
  const { label, tone } = known ?? { label: annotationLevel, tone: "neutral" };
  const end = location && (location.startLine === location.endLine ? "" : `–${location.endLine}`);
  const lines = location && `${location.path}:${location.startLine}${end}`;
  return (
    <li className="space-y-1 rounded-md border p-2">
      <p className="flex flex-wrap items-baseline gap-2 text-xs">
        <Badge tone={tone}>{label}</Badge>
        {by === undefined ? null : <span className="break-words text-muted-foreground">{by}</span>}
        {lines === undefined ? null : href ? (
          <Link href={href} prefetch={false} className="break-all font-mono underline">
            {lines}
          </Link>
        ) : (
          <span className="break-all font-mono text-muted-foreground">{lines}</span>
        )}
        {title ? <span className="font-medium text-sm">{title}</span> : null}
      </p>
      <MarkdownText text={message} />
      {rawDetails ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard
        <pre tabIndex={0} className="max-h-60 overflow-auto rounded bg-code p-2 font-mono text-xs">
          {rawDetails}
        </pre>
      ) : null}
    </li>
  );
}
