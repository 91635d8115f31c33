import { type ComponentProps, cloneElement, isValidElement } from "react";
import { classNames } from "./class-names";
import { HydratedButton } from "./hydrated-button";

const base =
  "inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0";

const variants = {
  primary: "bg-primary text-primary-foreground hover:brightness-95",
  secondary: "border bg-card text-foreground hover:bg-muted",
  ghost: "text-muted-foreground hover:bg-muted hover:text-foreground",
  danger: "border border-danger/40 bg-card text-danger hover:bg-danger-soft",
} as const;

const sizes = {
  default: "h-8 px-3 text-sm",
  small: "h-7 px-2 text-xs",
  icon: "size-8 text-sm",
  smallIcon: "size-6 text-xs",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  /** Passes classes and props to the only child, for example a link. */
  asChild?: boolean;
  /** Submits a form that works without JavaScript, so the button isn't disabled until hydration. */
  native?: boolean;
}

export function Button({
  className,
  variant = "secondary",
  size = "default",
  asChild = false,
  native = false,
  type = "button",
  ...props
}: ButtonProps) {
  const look = classNames(base, variants[variant], sizes[size], className);
  if (asChild && isValidElement<ComponentProps<"button">>(props.children)) {
    const { children, ...rest } = props;
    return cloneElement(children, { ...rest, className: classNames(look, children.props.className) });
  }
  if (props.onClick || (type === "submit" && !native))
    return <HydratedButton type={type} className={look} {...props} />;
  return <button type={type} className={look} {...props} />;
}
