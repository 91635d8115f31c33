import { z } from "zod";
import { openEnum } from "../open-enum";
import { Actor } from "./actor";
import { RepositoryReference, text } from "./pull-request";
import { RepoPath } from "./repo";

export const checkRunStatuses = ["queued", "in_progress", "completed", "rerequested"] as const;
export const checkConclusions = [
  "success",
  "failure",
  "neutral",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
  "stale",
] as const;
export const checkOutcomes = ["created", "updated", "unchanged", "ignored_stale"] as const;
export const annotationLevels = ["notice", "warning", "failure"] as const;

export type CheckConclusion = (typeof checkConclusions)[number];

/** One attempt of an app's suite of checks on a commit (hosting specification, section 2 Check suite and check run). */
export const CheckSuite = z.looseObject({
  id: z.string(),
  repository: RepositoryReference,
  sha: z.string(),
  key: z.string(),
  name: z.string(),
  detailsUrl: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  externalId: z.string(),
  actor: Actor,
});
export type CheckSuite = z.infer<typeof CheckSuite>;

const CheckRunOutput = z.looseObject({
  title: z.string(),
  /** Markdown, like `text`. */
  summary: z.string(),
  text: z.string(),
});

/** One attempt of a check. */
export const CheckRun = z.looseObject({
  id: z.string(),
  repository: RepositoryReference,
  checkSuite: z.looseObject({ id: z.string() }),
  sha: z.string(),
  key: z.string(),
  name: z.string(),
  /** `rerequested` is set only by the service and means pending, like `queued`. */
  status: openEnum(checkRunStatuses),
  /** Meaningful only once completed; on a rerequested run it belongs to the superseded attempt. */
  conclusion: openEnum(checkConclusions).optional(),
  detailsUrl: z.string().optional(),
  externalUpdatedAt: z.string(),
  startedAt: z.string().optional(),
  completedAt: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  externalId: z.string(),
  actor: Actor,
  output: CheckRunOutput.optional(),
  deadlineAt: z.string().optional(),
  isRerequestable: z.boolean(),
  rerequestedAt: z.string().optional(),
  rerequestedBy: Actor.optional(),
});
export type CheckRun = z.infer<typeof CheckRun>;

export const CheckRunPath = RepoPath.extend({ checkRunId: z.string() });
export const CheckSuitePath = RepoPath.extend({ checkSuiteId: z.string() });

/** A full commit SHA. */
export const commitSha = z
  .string("must be text")
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, "must be a full commit SHA")
  .transform((sha) => sha.toLowerCase());

export const CommitChecksPath = RepoPath.extend({ sha: commitSha });

/** Text of at most `most` UTF-8 bytes. */
export function textOfBytes(most: number) {
  return z
    .string("must be text")
    .refine((value) => new TextEncoder().encode(value).length <= most, {
      error: `must be at most ${most} bytes`,
      params: { maxLength: most, description: `At most ${most} bytes in UTF-8` },
    })
    .refine((value) => !value.includes("\0"), "must not contain NUL characters");
}

const identity = text(255).refine((value) => value.trim() !== "", "must not be empty");
/** A timestamp, parsed to Unix milliseconds. */
const moment = z.iso
  .datetime({ offset: true, error: "must be an RFC 3339 timestamp" })
  .transform((value) => Date.parse(value));

/** A link that browsers can safely open. */
const detailsUrl = text(4096).refine(
  (value) => value === "" || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  "must be an http or https URL",
);

export const CheckSuiteInput = z.looseObject({
  key: identity,
  name: identity,
  externalId: identity,
  detailsUrl: detailsUrl.optional(),
});

const position = z
  .number("must be a number")
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(2 ** 31 - 1);

const AnnotationLocation = z
  .looseObject({
    path: textOfBytes(4096).refine(
      (path) => path.split("/").every((part) => part !== "" && part !== "." && part !== ".."),
      "must be a path inside the repository",
    ),
    startLine: position,
    endLine: position,
    columns: z
      .looseObject({ startColumn: position, endColumn: position })
      .refine(({ startColumn, endColumn }) => startColumn <= endColumn, {
        error: "must not be before startColumn",
        path: ["endColumn"],
      })
      .optional(),
  })
  .refine(({ startLine, endLine }) => startLine <= endLine, {
    error: "must not be before startLine",
    path: ["endLine"],
  })
  .refine(({ startLine, endLine, columns }) => !columns || startLine === endLine, {
    error: "is only allowed for a single line",
    path: ["columns"],
  });

export const CheckRunAnnotationInput = z.looseObject({
  annotationLevel: z.enum(annotationLevels, "must be notice, warning or failure"),
  message: textOfBytes(65_535).refine((message) => message.trim() !== "", "must not be empty"),
  title: text(255).optional(),
  rawDetails: textOfBytes(65_535).optional(),
  location: AnnotationLocation.optional(),
});

/** Largest body with a batch of annotations: 25 messages and details of 64 KiB, escaped. */
export const annotationBodyBytes = 8 * 1024 * 1024;

/** A batch of annotations. */
export const annotationBatch = z
  .array(CheckRunAnnotationInput, "must be a list of annotations")
  .min(1, "must contain 1 to 25 annotations")
  .max(25, "must contain 1 to 25 annotations");

export const CheckRunAnnotation = z.looseObject({
  id: z.string(),
  checkRunId: z.string(),
  annotationLevel: openEnum(annotationLevels),
  /** Markdown. */
  message: z.string(),
  title: z.string().optional(),
  /** Plain text. */
  rawDetails: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  location: z
    .looseObject({
      path: z.string(),
      startLine: z.number().int(),
      endLine: z.number().int(),
      columns: z.looseObject({ startColumn: z.number().int(), endColumn: z.number().int() }).optional(),
    })
    .optional(),
});
export type CheckRunAnnotation = z.infer<typeof CheckRunAnnotation>;

export const CheckRunPage = z.looseObject({
  checkRuns: z.array(CheckRun),
  nextPageToken: z.string(),
  totalSize: z.number().int(),
});

export const CheckRunInput = z
  .looseObject({
    key: identity,
    name: identity,
    externalId: identity,
    status: z.enum(["queued", "in_progress", "completed"], "must be queued, in_progress or completed"),
    conclusion: z.enum(checkConclusions, `must be one of ${checkConclusions.join(", ")}`).optional(),
    externalUpdatedAt: moment,
    startedAt: moment.optional(),
    completedAt: moment.optional(),
    detailsUrl: detailsUrl.optional(),
    output: z
      .looseObject({
        title: text(255).default(""),
        summary: textOfBytes(65_535).default(""),
        text: textOfBytes(65_535).default(""),
      })
      .optional(),
    deadlineAt: moment.optional(),
    isRerequestable: z.boolean("must be true or false").optional(),
    /** Appended to the run if this request changes it. */
    annotations: annotationBatch.optional(),
  })
  .refine(({ status, conclusion }) => (status === "completed") === (conclusion !== undefined), {
    error: "must be set if and only if status is completed",
    path: ["conclusion"],
  })
  .refine(({ startedAt, completedAt }) => !startedAt || !completedAt || startedAt <= completedAt, {
    error: "must not be before startedAt",
    path: ["completedAt"],
  });
export type CheckRunInput = z.output<typeof CheckRunInput>;

/** The stored run and the outcome of the request. */
export const CheckRunWriteResult = z.looseObject({ checkRun: CheckRun, outcome: openEnum(checkOutcomes) });
