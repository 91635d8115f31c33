import { z } from "zod";
import { limit } from "../../agents/pagination";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { AgentRow } from "../agent-row";

/** Part of a text. `ranges` are the offsets of the matches in `text`: start and end, in order, without overlaps. */
const SearchSnippet = z.object({
  text: z.string(),
  ranges: z.array(z.tuple([z.number(), z.number()])),
});
export type SearchSnippet = z.infer<typeof SearchSnippet>;

const SearchHit = z.object({
  id: z.number(),
  kind: openEnum(["prompt", "message", "command", "output", "error", "pr", "agent"]),
  /** The run it is part of, and the event to open. */
  runId: z.string().optional(),
  eventId: z.string().optional(),
  /** The page of a pull request; absent for one on another server. */
  pull: z.object({ ownerSlug: z.string(), repoName: z.string(), pullNumber: z.string() }).optional(),
  /** The command of an output, the title of a pull request, or the name of an agent. */
  title: SearchSnippet,
  snippet: SearchSnippet,
  /** When the run started, the text of the pull request last changed, or the agent was created. */
  at: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** Hits of one agent, best first. */
const SearchGroup = z.object({
  agent: AgentRow,
  hits: z.array(SearchHit),
  /** Additional hits on this page that aren't included. */
  more: z.number(),
});
export type SearchGroup = z.infer<typeof SearchGroup>;

export const searchEverything = defineOperation({
  id: "searchEverything",
  summary: "Search prompts, transcripts, command output, pull requests and agents",
  method: "GET",
  path: "/dashboard/search",
  query: z.strictObject({
    q: z.string().min(1).max(300),
    /** How many matches are grouped into one page. */
    limit: limit(100, 100),
    cursor: z.string().min(1).max(500).optional(),
  }),
  response: z.object({
    groups: z.array(SearchGroup),
    nextCursor: z.string().optional(),
    /** The time this page goes back to, if it has a next one. */
    searchedTo: z.string().optional(),
  }),
});
