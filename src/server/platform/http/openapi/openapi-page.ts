/** Renders an OpenAPI document as one page without scripts, in Vietnamese. */
import { createHash } from "node:crypto";
import type { OpenAPIV3_1 as OpenApi } from "openapi-types";

type Schema = OpenApi.SchemaObject | OpenApi.ReferenceObject;

const access: Record<string, string> = { user: "Người dùng", admin: "Quản trị", staff: "Nhân viên" };
const places: Record<string, string> = { path: "đường dẫn", query: "truy vấn", header: "tiêu đề" };

/** @returns the page and the Content-Security-Policy that lets its one style sheet in. */
export function renderReference(document: OpenApi.Document): { html: Buffer; policy: string } {
  const groups = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of ["get", "post", "put", "patch", "delete"] as const) {
      const operation = item?.[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? "";
      groups.set(tag, [...(groups.get(tag) ?? []), renderOperation(method, path, operation)]);
    }
  }
  const tags = [...groups.keys()];
  const schemas = Object.entries(document.components?.schemas ?? {});
  const body = `<header><h1>${escape(document.info.title)} <small>API</small></h1>
<p>${code(document.info.description ?? "")}</p>
<p><a href="/api/openapi.json">Tài liệu OpenAPI ${escape(document.openapi)} (JSON)</a></p>
<nav aria-label="Các nhóm">${[...tags, "Kiểu dữ liệu"].map((tag) => `<a href="#${slug(tag)}">${escape(tag)}</a>`).join("")}</nav></header>
<main>${tags.map((tag) => section(tag, (groups.get(tag) ?? []).join("\n"))).join("\n")}
${section("Kiểu dữ liệu", schemas.map(([name, schema]) => renderSchema(name, schema)).join("\n"))}</main>`;
  const html = `<!doctype html><html lang="vi"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>API · ${escape(document.info.title)}</title><style>${style}</style></head><body>${body}</body></html>`;
  const hash = createHash("sha256").update(style).digest("base64");
  return {
    html: Buffer.from(html),
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

function section(title: string, content: string): string {
  return `<section aria-labelledby="${slug(title)}"><h2 id="${slug(title)}">${escape(title)}</h2>${content}</section>`;
}

function renderOperation(method: string, path: string, operation: OpenApi.OperationObject): string {
  const holders = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
  const holderLabels = holders.map((holder) => `<span class="holder">${access[holder] ?? holder}</span>`).join(" ");
  const parameters = (operation.parameters ?? []) as OpenApi.ParameterObject[];
  const requestBody = operation.requestBody as OpenApi.RequestBodyObject | undefined;
  const parts = [
    `<summary><b class="${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code> <span>${escape(operation.summary ?? "")}</span> ${holderLabels}</summary>`,
    operation.description ? `<p>${escape(operation.description)}</p>` : "",
  ];
  if (parameters.length > 0) {
    parts.push(
      `<table><thead><tr><th>Tham số</th><th>Nằm ở</th><th>Kiểu</th></tr></thead><tbody>${parameters.map(renderParameter).join("")}</tbody></table>`,
    );
  }
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    parts.push(`<h3>Gửi lên <small>${escape(type)}</small></h3>${shape(media.schema)}`);
  }
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const { description, content, headers } = response as OpenApi.ResponseObject;
    const schema = Object.values(content ?? {})[0]?.schema;
    const extra = headers ? ` <small>${Object.keys(headers).map(escape).join(", ")}</small>` : "";
    const isError = Number(status) >= 400;
    parts.push(`<h3><b class="${isError ? "error" : "success"}">${status}</b> ${escape(description)}${extra}</h3>`);
    if (!isError) parts.push(shape(schema));
  }
  return `<details id="${slug(`${method} ${path}`)}">${parts.join("")}</details>`;
}

function renderParameter({ name, in: place, required, schema, description }: OpenApi.ParameterObject): string {
  const { minimum, maximum, default: byDefault } = (schema ?? {}) as OpenApi.SchemaObject;
  const range = minimum === undefined || maximum === undefined || maximum > 2 ** 52 ? "" : `, ${minimum}–${maximum}`;
  const defaultNote = byDefault === undefined ? "" : `, mặc định ${String(byDefault)}`;
  const note = description ? ` ${escape(description)}` : "";
  return `<tr><td><code>${escape(name)}</code>${required ? " *" : ""}</td><td>${places[place] ?? place}</td><td>${describe(schema as Schema)}${range}${defaultNote}${note}</td></tr>`;
}

function renderSchema(name: string, schema: Schema): string {
  // The id is inside the details, so that a link to it opens them.
  return `<details><summary><code>${escape(name)}</code></summary><div id="schema-${escape(name)}">${shape(schema)}</div></details>`;
}

function shape(schema: Schema | undefined): string {
  return schema ? `<pre>${describe(schema)}</pre>` : "";
}

/** A schema in TypeScript's notation, as HTML. */
function describe(schema: Schema, indent = ""): string {
  if ("$ref" in schema) {
    const name = escape(schema.$ref.split("/").at(-1) ?? "");
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => describe(option, indent)).join(" | ");
  if (schema.enum) return schema.enum.map((value) => escape(JSON.stringify(value))).join(" | ");
  if ("const" in schema) return escape(JSON.stringify(schema.const));
  if (schema.type === "array") return `${describe((schema as OpenApi.ArraySchemaObject).items, indent)}[]`;
  if (schema.type === "object") {
    const inner = `${indent}  `;
    const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const optional = schema.required?.includes(name) ? "" : "?";
      return `${inner}${escape(name)}${optional}: ${describe(property, inner)}`;
    });
    return lines.length > 0 ? `{\n${lines.join("\n")}\n${indent}}` : "object";
  }
  const types = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any");
  return schema.format ? `${types} <i>${escape(schema.format)}</i>` : types;
}

function code(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "-")
    .replace(/^-|-$/g, "");
}

const style = `
:root{--ground:#fbfaf8;--raised:#fff;--ink:#211d1a;--soft:#6b625b;--line:#e5dfd8;--link:#0b6b62;--get:#0b6b62;--post:#8a4b00;--put:#4b3fa7;--delete:#b3261e}
@media(prefers-color-scheme:dark){:root{--ground:#171412;--raised:#201c19;--ink:#f1ebe5;--soft:#aca197;--line:#3a332e;--link:#6fd0c4;--get:#6fd0c4;--post:#f0b262;--put:#b3aaf5;--delete:#ff9c94}}
*{box-sizing:border-box}html{scroll-behavior:smooth}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
header,main{max-width:58rem;margin:0 auto;padding:1.5rem 1rem}main{padding-top:0;padding-bottom:4rem}
h1{margin:.5rem 0;font-size:1.9rem}h2{margin:2.2rem 0 .7rem;font-size:1.3rem}h3{margin:1rem 0 .4rem;font-size:.95rem;font-weight:500}
small{color:var(--soft);font-weight:400}a{color:var(--link)}
header p{max-width:46rem;color:var(--soft)}nav{display:flex;flex-wrap:wrap;gap:.4rem .5rem}
nav a{border:1px solid var(--line);border-radius:99px;padding:.25rem .8rem;text-decoration:none;background:var(--raised)}
details{border:1px solid var(--line);border-radius:.6rem;background:var(--raised);margin:.5rem 0;padding:0 1rem}
details[open]{padding-bottom:1rem}summary{cursor:pointer;padding:.7rem 0;display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .7rem;list-style:none}
summary::-webkit-details-marker{display:none}summary b{min-width:3.6rem;font-size:.8rem;letter-spacing:.03em}summary span{color:var(--soft)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.3rem}
summary .holder{margin-left:auto;font-size:.8rem;border:1px solid var(--line);border-radius:99px;padding:.1rem .6rem}
.get,.success{color:var(--get)}.post{color:var(--post)}.put,.patch{color:var(--put)}.delete,.error{color:var(--delete)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9rem}code{overflow-wrap:anywhere}
pre{margin:.2rem 0;padding:.7rem .9rem;overflow-x:auto;border-radius:.4rem;background:var(--ground);line-height:1.45}
table{border-collapse:collapse;width:100%;font-size:.93rem}th{text-align:left;font-weight:500;color:var(--soft)}th,td{padding:.35rem .8rem .35rem 0;border-top:1px solid var(--line);vertical-align:top}thead th{border-top:0}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
`;
