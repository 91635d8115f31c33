import type { CreateElicitationResponse } from "@agentclientprotocol/sdk";
import { z } from "zod";
import { type Answer, type Question, type QuestionChoice, QuestionField } from "@/lib/contract/agents/question";
import { printableText, truncateText } from "@/lib/core/plain-text";
import { nonEmptyValues } from "@/lib/model/questions/check-answer";

const maxMessageLength = 8_000;
const maxFields = 20;
const maxChoices = 100;

const text = z.string().nullish().catch(undefined);
const count = z.number().int().nonnegative().nullish().catch(undefined);
const bound = z.number().nullish().catch(undefined);
const common = { title: text, description: text };

const TitledChoice = z.looseObject({ const: z.string(), title: text, description: text });
const plainChoices = z.array(z.string()).nullish();
const titledChoices = z.array(TitledChoice).nullish();

/** A property of an agent's form. Patterns aren't applied: the agent's own check does, and they could take forever. */
const Property = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("string"),
    ...common,
    default: text,
    minLength: count,
    maxLength: count,
    format: z.enum(["email", "uri", "date", "date-time"]).nullish().catch(undefined),
    enum: plainChoices,
    oneOf: titledChoices,
  }),
  z.looseObject({
    type: z.enum(["number", "integer"]),
    ...common,
    default: bound,
    minimum: bound,
    maximum: bound,
  }),
  z.looseObject({ type: z.literal("boolean"), ...common, default: z.boolean().nullish().catch(undefined) }),
  z.looseObject({
    type: z.literal("array"),
    ...common,
    default: plainChoices.catch(undefined),
    minItems: count,
    maxItems: count,
    items: z.looseObject({ enum: plainChoices, anyOf: titledChoices }),
  }),
]);
type Property = z.infer<typeof Property>;

const Form = z.looseObject({
  mode: z.literal("form"),
  message: z.string(),
  requestedSchema: z.looseObject({
    properties: z.record(z.string(), z.unknown()).default({}),
    required: z.array(z.string()).nullish(),
  }),
});

/** The request can't be shown as a form. The message is for the agent. */
export class UnsupportedQuestion extends Error {}

const shown = (value: string | null | undefined, limit: number) =>
  truncateText(printableText(value ?? "").trim(), limit);

function choicesOf(
  plain: readonly string[] | null | undefined,
  titled: readonly z.infer<typeof TitledChoice>[] | null | undefined,
): QuestionChoice[] {
  const named = titled ?? (plain ?? []).map((value) => ({ const: value, title: value, description: undefined }));
  if (named.length > maxChoices) throw new UnsupportedQuestion(`a field can have at most ${maxChoices} choices`);
  return named.map(({ const: value, title, description }) => ({
    value,
    label: shown(title, 500) || value,
    ...(description ? { description: shown(description, 2_000) } : {}),
  }));
}

const optional = <Value>(name: string, value: Value | null | undefined) =>
  value === null || value === undefined ? {} : { [name]: value };

function typed(property: Property): Record<string, unknown> {
  switch (property.type) {
    case "string": {
      const { minLength, maxLength, format } = property;
      if (!property.enum && !property.oneOf) {
        return {
          type: "text",
          ...optional("minLength", minLength),
          ...optional("maxLength", maxLength),
          ...optional("format", format),
        };
      }
      return { type: "choice", choices: choicesOf(property.enum, property.oneOf) };
    }
    case "number":
    case "integer": {
      const { type, minimum, maximum } = property;
      return {
        type: "number",
        integer: type === "integer",
        ...optional("minimum", minimum),
        ...optional("maximum", maximum),
      };
    }
    case "boolean":
      return { type: "boolean" };
    case "array": {
      const { items, minItems, maxItems } = property;
      const choices = choicesOf(items.enum, items.anyOf);
      return { type: "choices", choices, ...optional("minItems", minItems), ...optional("maxItems", maxItems) };
    }
  }
}

function fieldOf(name: string, value: unknown, required: boolean): QuestionField {
  const property = Property.safeParse(value);
  if (!property.success) throw new UnsupportedQuestion(`field "${name.slice(0, 100)}" has an unsupported type`);
  const { title, description } = property.data;
  const field = QuestionField.safeParse({
    name,
    label: shown(title, 500) || name,
    ...(description ? { description: shown(description, 2_000) } : {}),
    required,
    ...optional("default", property.data.default),
    ...typed(property.data),
  });
  if (field.success) return field.data;
  throw new UnsupportedQuestion(`field "${name.slice(0, 100)}" can't be shown: ${field.error.issues[0]?.message}`);
}

/** Converts an agent's elicitation to a question. Throws {@link UnsupportedQuestion}. */
export function elicitedQuestion(params: unknown): Omit<Question, "id"> {
  const form = Form.safeParse(params);
  if (!form.success) throw new UnsupportedQuestion("only forms are supported");
  const { message, requestedSchema } = form.data;
  const properties = Object.entries(requestedSchema.properties);
  if (properties.length > maxFields) throw new UnsupportedQuestion(`a form can have at most ${maxFields} fields`);
  const required = new Set(requestedSchema.required ?? []);
  return {
    message: shown(message, maxMessageLength),
    fields: properties.map(([name, value]) => fieldOf(name, value, required.has(name))),
  };
}

/** The protocol's response to an elicitation; `undefined`: it expired or was canceled. */
export function elicitationResponse(answer: Answer | undefined): CreateElicitationResponse {
  if (answer === undefined) return { action: "cancel" };
  return answer.action === "accept"
    ? { action: "accept", content: nonEmptyValues(answer.values) }
    : { action: "decline" };
}
