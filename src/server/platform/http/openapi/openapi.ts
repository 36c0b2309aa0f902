/** Describes the API from the contract: OpenAPI 3.1 at `/api/openapi.json`, a page to read at `/api/docs`. */
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { OpenAPIV3_1 as OpenApi } from "openapi-types";
import { z } from "zod";
import { type ApiKey, api } from "#contract/api.ts";
import { type Access, type Endpoint, type Role, type TokenKind, tokenKindOf } from "#contract/endpoint.ts";
import { type ErrorCode, errorMessages, errorReasons, errorStatus } from "#contract/errors.ts";
import { isVersioned } from "#contract/version.ts";
import { renderReference } from "./openapi-page.ts";

const description = `Mọi lời gọi trả về JSON. Gửi token ở tiêu đề \`Authorization: Bearer …\`; mỗi loại tài khoản có loại token riêng và \
token loại này không mở được lời gọi của loại kia. Đường dẫn có hay không có dấu / ở cuối đều được. Thời gian theo ISO 8601, giờ UTC. \
Danh sách là mảng JSON kèm tiêu đề \`X-Total-Count\`: tổng số dòng trước khi áp dụng skip và limit.`;

/** The project grants none. */
const license = { name: "UNLICENSED", identifier: "LicenseRef-UNLICENSED" };

const tokens = {
  user: { type: "http", scheme: "bearer", description: "Token người dùng, từ POST /api/user/login-json" },
  admin: { type: "http", scheme: "bearer", description: "Token quản trị, từ POST /api/auth/login" },
  staff: { type: "http", scheme: "bearer", description: "Token nhân viên, từ POST /api/staff/login" },
} as const satisfies Record<TokenKind, OpenApi.SecuritySchemeObject>;

const errorSchema: OpenApi.SchemaObject = {
  type: "object",
  required: ["detail"],
  properties: {
    detail: {
      type: ["string", "object"],
      additionalProperties: { type: "string" },
      description:
        "Một câu tiếng Việt để hiển thị; khi đặt gói Premium với dữ liệu sai là các câu theo user_name, user_phone, email",
    },
    errors: {
      type: "array",
      description: "Các trường không hợp lệ, chỉ có ở mã 422",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: { field: { type: "string" }, message: { type: "string" } },
      },
    },
    reason: {
      type: "string",
      enum: [...errorReasons],
      description:
        "Khi đăng nhập với mật khẩu đúng: tài khoản cần mã xác thực hai bước, hoặc mã đã gửi không dùng được. Khi làm một thay đổi nhạy cảm: cần xác nhận lại mật khẩu",
    },
  },
};

/** The errors a caller of an endpoint should be ready for. */
export function errorsOf(key: ApiKey): ErrorCode[] {
  const endpoint: Endpoint = api[key];
  const found = new Set<ErrorCode>(endpoint.errors);
  if (endpoint.access !== "public" || endpoint.rateLimit?.name === "login")
    found.add("unauthenticated").add("forbidden");
  if (endpoint.params) found.add("not_found");
  const writes = !key.startsWith("GET ");
  if (
    writes &&
    endpoint.bodyType !== "multipart" &&
    (isForAdmin(endpoint.access) || endpoint.rateLimit?.name === "form" || endpoint.rateLimit?.name === "password")
  ) {
    found.add("conflict");
  }
  if (isVersioned(endpoint)) found.add("conflict");
  const hasBody = endpoint.body || endpoint.files;
  if (hasBody) found.add("too_large").add("unsupported_type");
  if (endpoint.params || endpoint.query || hasBody) found.add("invalid");
  if (endpoint.rateLimit) found.add("rate_limited");
  return [...found];
}

/** The fields and files of a multipart body in one schema. */
function formSchema({ body = z.object({}), files = {} }: Endpoint): z.ZodType {
  const shape = Object.entries(files).map(([name, { maxBytes, missing }]) => {
    const file = z.string().meta({ format: "binary", description: `Tối đa ${maxBytes / 1024 ** 2} MB` });
    return [name, missing === undefined ? file.optional() : file];
  });
  return (body as z.ZodObject).extend(Object.fromEntries(shape));
}

const isForAdmin = (access: Access) => access !== "public" && access.includes("admin");

const roleNames: Record<Role, string> = {
  user: "người dùng",
  staff: "nhân viên",
  supervisor: "nhân viên giám sát",
  admin: "quản trị viên",
  accountant: "kế toán",
};

/** The kinds of token that open an endpoint, and in words the roles, which say more: a supervisor has a staff member's token. */
export function describeAccess({ access, confirmed }: Pick<Endpoint, "access" | "confirmed">): {
  security: Record<string, string[]>[];
  description?: string;
} {
  if (access === "public") return { security: [] };
  const kinds = new Set(access.map(tokenKindOf));
  return {
    security: [...kinds].map((kind) => ({ [kind]: [] })),
    description: `Dành cho ${access.map((role) => roleNames[role]).join(", ")}.${confirmed ? ` ${confirmationNeeded(confirmed)}` : ""}`,
  };
}

const confirmationNeeded = (confirmed: NonNullable<Endpoint["confirmed"]>) =>
  confirmed === true
    ? "Cần xác nhận lại mật khẩu ngay trước đó (`POST /api/account/confirmation`)."
    : `Khi đổi ${confirmed.join(", ")} thì cần xác nhận lại mật khẩu ngay trước đó (\`POST /api/account/confirmation\`).`;

function confirmationHeader(confirmed: NonNullable<Endpoint["confirmed"]>): object {
  const description = "Từ `POST /api/account/confirmation`, có hiệu lực 5 phút với đúng token đó";
  return {
    type: "object",
    ...(confirmed === true ? { required: ["X-Confirmation"] } : {}),
    properties: { "X-Confirmation": { type: "string", description } },
  };
}

/** Documents all routes that are added after it. @param publicUrl address of the site without a trailing slash; else that of the document */
export async function describeApi(app: FastifyInstance, publicUrl?: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Ngân Nga", version: "1", description, license },
      servers: [{ url: publicUrl ?? "/" }],
      components: { securitySchemes: tokens, schemas: { Error: errorSchema as object } },
    },
    hideUntagged: true,
    transform: (document) => {
      const { key, endpoint } = document.route.config ?? {};
      const { schema, url } = jsonSchemaTransform(document);
      if (!key || !endpoint || !schema) return { schema: { hide: true }, url };
      const documented: Record<string, unknown> = { ...schema, operationId: operationId(key) };
      Object.assign(documented, describeAccess(endpoint));
      if (endpoint.confirmed) documented.headers = confirmationHeader(endpoint.confirmed);
      const contentType = endpoint.replyType === "events" ? "text/event-stream" : endpoint.contentType;
      if (contentType !== undefined) documented.produces = [contentType];
      if (endpoint.bodyType === "form")
        documented.consumes = ["application/x-www-form-urlencoded", "multipart/form-data"];
      if (endpoint.bodyType === "multipart") {
        const { schema: parts } = jsonSchemaTransform({ ...document, schema: { body: formSchema(endpoint) } });
        documented.body = parts?.body;
        documented.consumes = ["multipart/form-data"];
      }
      return { schema: documented, url };
    },
    transformObject: (document) => finish(jsonSchemaTransformObject(document) as unknown as OpenApi.Document) as object,
  });

  let json: Buffer | undefined;
  let page: { html: Buffer; policy: string } | undefined;
  const document = () => app.swagger() as unknown as OpenApi.Document;
  app.get("/api/openapi.json", { schema: { hide: true } }, (_request, reply) => {
    json ??= Buffer.from(JSON.stringify(document()));
    return reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(json);
  });
  app.get("/api/docs", { schema: { hide: true } }, (_request, reply) => {
    page ??= renderReference(document());
    return reply
      .header("cache-control", "no-cache")
      .header("content-security-policy", page.policy)
      .type("text/html; charset=utf-8")
      .send(page.html);
  });
}

/** `getApiSongsById` */
function operationId(key: string): string {
  const words = key
    .toLowerCase()
    .replace(/\{(\w+)\}/g, "by $1")
    .split(/[^a-z\d]+/);
  return words
    .filter(Boolean)
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}

/** Adds errors and totals, which the framework's schemas lack, and removes components without a reference. */
function finish(document: OpenApi.Document): OpenApi.Document {
  for (const key of Object.keys(api) as ApiKey[]) {
    const endpoint: Endpoint = api[key];
    const operation = operationOf(document, key);
    const responses = operation?.responses;
    if (!operation || !responses) continue;
    const success = responses[String(endpoint.status ?? 200)] as OpenApi.ResponseObject;
    success.description = endpoint.status === 201 ? "Đã tạo" : "Thành công";
    if (endpoint.counted) {
      const header = { description: "Tổng số dòng trước khi áp dụng skip và limit", schema: { type: "integer" } };
      success.headers = { "X-Total-Count": header as OpenApi.HeaderObject };
    }
    for (const code of errorsOf(key)) responses[String(errorStatus[code])] = errorResponse(code);
    if (isVersioned(endpoint)) responses[String(errorStatus.conflict)] = staleResponse(success);
  }
  typeMaps(document);
  const schemas = document.components?.schemas ?? {};
  for (let unused = unusedOf(document, schemas); unused.length > 0; unused = unusedOf(document, schemas)) {
    for (const name of unused) delete schemas[name];
  }
  return document;
}

interface MapSchema {
  propertyNames?: { enum?: unknown };
  additionalProperties?: unknown;
  properties?: Record<string, unknown>;
}

/** Gives maps with known keys a property for each, which tools know, in place of a rule for their names. */
function typeMaps(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const { propertyNames, additionalProperties, properties } = value as MapSchema;
  const keys = propertyNames?.enum;
  if (Array.isArray(keys) && typeof additionalProperties === "object") {
    const typed = Object.fromEntries(keys.map((key) => [String(key), additionalProperties]));
    Object.assign(value, { properties: { ...properties, ...typed }, additionalProperties: false });
    delete (value as MapSchema).propertyNames;
  }
  for (const each of Object.values(value)) typeMaps(each);
}

function unusedOf({ paths }: OpenApi.Document, schemas: object): string[] {
  const named = JSON.stringify([paths, schemas]);
  return Object.keys(schemas).filter((name) => !named.includes(`"#/components/schemas/${name}"`));
}

function errorResponse(code: ErrorCode): OpenApi.ResponseObject {
  const retryAfter = { description: "Số giây cần đợi", schema: { type: "integer" } } as OpenApi.HeaderObject;
  return {
    description: errorMessages[code],
    ...(code === "rate_limited" || code === "unavailable" ? { headers: { "Retry-After": retryAfter } } : {}),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
}

/** The 409 of a change that names the version that it was made in. @param success the response that holds the record */
function staleResponse(success: OpenApi.ResponseObject): OpenApi.ResponseObject {
  const record = success.content?.["application/json"]?.schema ?? {};
  const properties = {
    current: { ...record, description: "Bản ghi hiện tại, khi version gửi lên không còn là version của nó" },
    changed_by: { type: "string", description: "Người đã sửa, khi biết và không phải người gửi" },
  };
  const schema = { allOf: [{ $ref: "#/components/schemas/Error" }, { type: "object", properties }] };
  return {
    description: errorMessages.conflict,
    content: { "application/json": { schema: schema as OpenApi.SchemaObject } },
  };
}

/** The operation of an endpoint in a document. */
export function operationOf(document: OpenApi.Document, key: ApiKey): OpenApi.OperationObject | undefined {
  const [method = "", path = ""] = key.split(" ");
  return document.paths?.[path]?.[method.toLowerCase() as "get"];
}
