/** HTML in which every text is escaped unless a template made it. */

export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** Makes HTML of a template; texts among its values are escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  const markup = strings.reduce((joined, string, i) => joined + markupOf(values[i - 1] ?? "") + string);
  return { markup };
}

/** Returns a text as HTML that keeps its line breaks. */
export function lines(text: string): Html {
  return { markup: escape(text).replaceAll("\n", "<br>") };
}

function markupOf(part: Part): string {
  if (typeof part === "string" || typeof part === "number") return escape(String(part));
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
