import { createContext } from "react-router";
import type { Api, ApiKey } from "#contract/api.ts";
import type { CallInput, Reply } from "#contract/endpoint.ts";

/** Calls an API endpoint without HTTP, as an anonymous visitor. */
export type CallInProcess = <K extends ApiKey>(
  key: K,
  input: CallInput<Api[K]>,
) => Promise<{ data: Reply<Api[K]>; total: number | undefined }>;

export const callInProcess = createContext<CallInProcess>();

/** As `callInProcess`, for what stands around a page's content. */
export const callAside = createContext<CallInProcess>();

/** Writes an error to the server's log. */
export const reportError = createContext<(error: unknown) => void>();

/** Origin of the page's own address; undefined where the server does not know it. */
export const canonicalOrigin = createContext<string | undefined>(undefined);
