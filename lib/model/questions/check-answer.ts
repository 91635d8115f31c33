import type { Answer, AnswerValue, Question, QuestionField } from "@/lib/contract/agents/question";
import { counted } from "../plural";

const isEmpty = (value: AnswerValue | undefined) =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const emailForm = /^[^\s@]{1,64}@[^\s@]{1,255}$/;
const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

type Field<Type> = Extract<QuestionField, { type: Type }>;

function formatProblem(format: Field<"text">["format"], value: string): string | undefined {
  switch (format) {
    case "email":
      return emailForm.test(value) ? undefined : "must be an email address";
    case "uri":
      return URL.canParse(value) ? undefined : "must be a URL";
    case "date":
      return dateForm.test(value) && !Number.isNaN(Date.parse(value)) ? undefined : "must be a date (YYYY-MM-DD)";
    case "date-time":
      return timeForm.test(value) && !Number.isNaN(Date.parse(value)) ? undefined : "must be a date and time";
    default:
      return undefined;
  }
}

function textProblem({ minLength = 0, maxLength, format }: Field<"text">, value: string): string | undefined {
  if (value.length < minLength) return `must have at least ${counted(minLength, "character")}`;
  if (maxLength !== undefined && value.length > maxLength) return `can have at most ${counted(maxLength, "character")}`;
  return formatProblem(format, value);
}

function numberProblem({ integer, minimum, maximum }: Field<"number">, value: number): string | undefined {
  if (!Number.isFinite(value)) return "must be a number";
  if (integer && !Number.isInteger(value)) return "must be a whole number";
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined;
}

const isChoice = ({ choices }: Pick<Field<"choice">, "choices">, value: string) =>
  choices.some((choice) => choice.value === value);

function choicesProblem(field: Field<"choices">, values: readonly string[]): string | undefined {
  const { minItems = 0, maxItems } = field;
  if (!values.every((value) => isChoice(field, value))) return "must contain only listed choices";
  if (new Set(values).size !== values.length) return "must not contain duplicates";
  if (values.length < minItems) return `must have at least ${counted(minItems, "choice")}`;
  return maxItems !== undefined && values.length > maxItems
    ? `can have at most ${counted(maxItems, "choice")}`
    : undefined;
}

/** The problem with a field's value; `undefined` if it is valid. */
export function valueProblem(field: QuestionField, value: AnswerValue | undefined): string | undefined {
  if (value === undefined || isEmpty(value)) return field.required ? "is required" : undefined;
  switch (field.type) {
    case "text":
      return typeof value === "string" ? textProblem(field, value) : "must be text";
    case "number":
      return typeof value === "number" ? numberProblem(field, value) : "must be a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "choice":
      return typeof value === "string" && isChoice(field, value) ? undefined : "must be one of the choices";
    case "choices":
      return Array.isArray(value) ? choicesProblem(field, value) : "must be a list";
  }
}

/** The first problem of an answer and the field it belongs to; `undefined` if the answer fits the question. */
export function answerProblem(question: Question, answer: Answer): { field: string; message: string } | undefined {
  if (answer.action === "decline") return undefined;
  const names = new Set(question.fields.map(({ name }) => name));
  const unknown = Object.keys(answer.values).find((name) => !names.has(name));
  if (unknown !== undefined) return { field: unknown, message: "isn't a field of the question" };
  for (const field of question.fields) {
    // Agents choose the names, so one can be that of an inherited property.
    const value = Object.hasOwn(answer.values, field.name) ? answer.values[field.name] : undefined;
    const message = valueProblem(field, value);
    if (message !== undefined) return { field: field.name, message };
  }
  return undefined;
}

/** An answer's values without those the user left empty. */
export function nonEmptyValues(values: Readonly<Record<string, AnswerValue>>): Record<string, AnswerValue> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}
