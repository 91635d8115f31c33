import { MarkdownText } from "@/components/transcript/markdown";
import { Badge, type Tone } from "@/components/ui/badge";
import type { CheckRunAnnotation } from "@/lib/contract/hosting/check";

const levels: Readonly<Record<string, { label: string; tone: Tone }>> = {
  notice: { label: "Notice", tone: "info" },
  warning: { label: "Warning", tone: "warning" },
  failure: { label: "Failure", tone: "danger" },
};

interface AnnotationProps {
  annotation: CheckRunAnnotation;
  /** Name of the check, if the context doesn't show it. */
  by?: string;
}

/** An annotation of a check. The message is Markdown; the details are plain text. */
export function Annotation({ annotation, by }: AnnotationProps) {
  const { annotationLevel, message, title, rawDetails, location } = annotation;
  const known = Object.hasOwn(levels, annotationLevel) ? levels[annotationLevel] : undefined;
  const { label, tone } = known ?? { label: annotationLevel, tone: "neutral" };
  const lines = location && (location.startLine === location.endLine ? "" : `–${location.endLine}`);
  return (
    <li className="space-y-1 rounded-md border p-2">
      <p className="flex flex-wrap items-baseline gap-2 text-xs">
        <Badge tone={tone}>{label}</Badge>
        {by === undefined ? null : <span className="break-words text-muted-foreground">{by}</span>}
        {location ? (
          <span className="break-all font-mono text-muted-foreground">
            {location.path}:{location.startLine}
            {lines}
          </span>
        ) : null}
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
