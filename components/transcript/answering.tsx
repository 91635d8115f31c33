"use client";

import { createContext, useContext } from "react";

interface Answering {
  agentId: string;
  canAnswer: boolean;
  /** Called after each attempt to answer, even a failed one. */
  onAnswered: () => unknown;
}

/** The agent whose questions the transcript shows. Without it, questions can't be answered. */
export const AnsweringContext = createContext<Answering | undefined>(undefined);

export const useAnswering = () => useContext(AnsweringContext);
