"use client";

import { createContext, useContext } from "react";

/** The signed-in user as a reviewer. */
export interface Reviewer {
  name: string | null;
  email: string;
}

export const ReviewerContext = createContext<Reviewer | undefined>(undefined);

/** The signed-in user; `undefined` outside a pull request page. */
export const useReviewer = () => useContext(ReviewerContext);
