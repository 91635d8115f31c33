import type { ComponentProps } from "react";
import { classNames } from "./class-names";

const base =
  "inline-flex max-w-full items-center gap-1 whitespace-nowrap rounded px-1.5 py-0.5 font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0";

const tones = {
  neutral: "bg-muted text-muted-foreground",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
} as const;

export type Tone = keyof typeof tones;

interface BadgeProps extends ComponentProps<"span"> {
  tone?: Tone | undefined;
}

export function Badge({ className, tone = "neutral", ...props }: BadgeProps) {
  return <span className={badgeClasses(tone, className)} {...props} />;
}

/** For links and buttons that look like a badge. */
export const badgeClasses = (tone: Tone, className?: string): string => classNames(base, tones[tone], className);
