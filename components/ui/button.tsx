import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";

const variants = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground hover:opacity-90",
        secondary: "border bg-card text-foreground hover:bg-muted",
        quiet: "text-muted-foreground hover:bg-muted hover:text-foreground",
        danger: "border border-danger/40 bg-card text-danger hover:bg-danger-soft",
      },
      size: {
        default: "h-8 px-3 text-sm",
        small: "h-7 px-2 text-xs",
        icon: "size-8 text-sm",
        smallIcon: "size-6 text-xs",
      },
    },
    defaultVariants: { variant: "secondary", size: "default" },
  },
);

interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof variants> {
  /** Gives the look to the one child, for example a link. */
  asChild?: boolean;
}

export function Button({ className, variant, size, asChild = false, type = "button", ...props }: ButtonProps) {
  const look = classNames(variants({ variant, size }), className);
  if (asChild) return <Slot.Root className={look} {...props} />;
  return <button type={type} className={look} {...props} />;
}
