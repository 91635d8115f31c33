import { Children, type ReactNode } from "react";

/** The path to a page: a link for each page above it, outermost first. The page itself is the title. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex flex-wrap items-center text-muted-foreground text-xs [&_a:hover]:text-foreground [&_a:hover]:underline">
        {Children.map(children, (link) => (
          <li className="min-w-0 break-words after:px-1.5 after:content-['/'] last:after:content-none">{link}</li>
        ))}
      </ol>
    </nav>
  );
}
