import { z } from "zod";

const name = z.string().min(1).max(200);
const title = z.string().max(500);
const description = z.string().max(2_000).optional();

/** An alternative to choose from. */
export const QuestionChoice = z.object({ value: z.string().max(1_000), label: title, description });
export type QuestionChoice = z.infer<typeof QuestionChoice>;

const choices = z.array(QuestionChoice).min(1).max(100);
const length = z.number().int().nonnegative().optional();
const bound = z.number().optional();
const field = { name, label: title, description, required: z.boolean() };

/** A field of a question's form. */
export const QuestionField = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    ...field,
    default: z.string().max(10_000).optional(),
    format: z.enum(["email", "uri", "date", "date-time"]).optional(),
    minLength: length,
    maxLength: length,
  }),
  z.object({
    type: z.literal("number"),
    ...field,
    default: z.number().optional(),
    integer: z.boolean(),
    minimum: bound,
    maximum: bound,
  }),
  z.object({ type: z.literal("boolean"), ...field, default: z.boolean().optional() }),
  z.object({ type: z.literal("choice"), ...field, default: z.string().max(1_000).optional(), choices }),
  z.object({
    type: z.literal("choices"),
    ...field,
    default: z.array(z.string().max(1_000)).max(100).optional(),
    choices,
    minItems: length,
    maxItems: length,
  }),
]);
export type QuestionField = z.infer<typeof QuestionField>;

/** What an agent asks the user during a run. Without fields, the user accepts or declines. */
export const Question = z.object({
  id: z.string().min(1).max(100),
  message: z.string().max(10_000),
  fields: z.array(QuestionField).max(20),
});
export type Question = z.infer<typeof Question>;

export const AnswerValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(1_000)).max(100),
]);
export type AnswerValue = z.infer<typeof AnswerValue>;

/** The user's answer. `values`: by field name. */
export const Answer = z.discriminatedUnion("action", [
  z.object({ action: z.literal("accept"), values: z.record(name, AnswerValue) }),
  z.object({ action: z.literal("decline") }),
]);
export type Answer = z.infer<typeof Answer>;
