/** How server loaders reach the API: in-process, as an anonymous visitor. */
import { createContext } from "react-router";
import type { Api, ApiKey } from "#contract/api.ts";
import type { CallInput, Reply } from "#contract/endpoint.ts";

export type ServerCall = <K extends ApiKey>(
  key: K,
  input: CallInput<Api[K]>,
) => Promise<{ data: Reply<Api[K]>; total: number | undefined }>;

export const serverCall = createContext<ServerCall>();

/** Writes an error that occurs while a page is rendered to the server's log. */
export const reportError = createContext<(error: unknown) => void>();
