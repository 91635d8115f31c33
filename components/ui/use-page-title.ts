"use client";

import { useLayoutEffect } from "react";

/** Shows a title in the browser tab in place of that of the page's metadata, once it is known. */
export function usePageTitle(title: string | undefined): void {
  const text = title === undefined ? undefined : `${title} · Slipway`;
  // A layout effect, so that it has ended before the next page's title is set.
  useLayoutEffect(() => {
    if (text === undefined) return;
    const show = () => {
      if (document.title !== text) document.title = text;
    };
    show();
    // The title of the page's metadata can arrive later.
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [text]);
}
