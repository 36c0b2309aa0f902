/** Prepares data of a running site: through its API, or its database where no endpoint exists. */
import { readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Category, Song } from "../../src/contract/catalogue.ts";
import type { PayableOrder } from "../../src/contract/orders.ts";
import type { PremiumPackage } from "../../src/contract/premium-packages.ts";
import { tableKeys } from "../../src/server/features/entities.ts";

export const admin = { email: "quan-tri@example.com", password: "mat-khau-quan-tri" };

export interface Account {
  username: string;
  email: string;
  full_name: string;
  password: string;
  token: string;
}

interface RequestOptions {
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  multipart?: FormData;
}

export type Site = ReturnType<typeof connect>;

interface Connection {
  origin: string;
  dataDir: string;
  /** Administrator's token; without one `asAdmin` logs in. */
  adminToken?: string;
}

/** Returns functions that prepare data of a running site. */
export function connect({ origin, dataDir, adminToken: initialToken }: Connection) {
  let adminToken = initialToken === undefined ? undefined : Promise.resolve(initialToken);

  /** Calls the API: `api<Song[]>("GET /api/songs?limit=1")`. @throws Error with the status and body of an error response */
  async function api<T>(request: string, { token, json, form, multipart }: RequestOptions = {}): Promise<T> {
    const [method, address] = request.split(" ") as [string, string];
    const headers: Record<string, string> = {};
    if (token) headers.authorization = `Bearer ${token}`;
    if (json !== undefined) headers["content-type"] = "application/json";
    const body = json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form) : multipart;
    const send = async () => {
      const answer = await fetch(`${origin}${address}`, { method, headers, body });
      return { answer, text: await answer.text() };
    };
    let { answer: response, text } = await send();
    if (response.status === 403 && text.includes('"confirmation_required"')) {
      const { confirmation } = await api<{ confirmation: string }>("POST /api/account/confirmation", {
        token,
        json: { password: admin.password },
      });
      headers["x-confirmation"] = confirmation;
      ({ answer: response, text } = await send());
    }
    if (!response.ok) throw new Error(`${request} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** Starts a session of the administrator, for a test that ends it, and returns its token. */
  async function logInAdmin(): Promise<string> {
    const form = { username: admin.email, password: admin.password };
    return (await api<{ access_token: string }>("POST /api/auth/login", { form })).access_token;
  }

  /** Returns the administrator's token that all tests share. */
  function asAdmin(): Promise<string> {
    adminToken ??= logInAdmin();
    return adminToken;
  }

  /** Registers a user and logs in. */
  async function makeUser({ premium = false } = {}): Promise<Account> {
    const username = uniqueName("nguoi_nghe");
    const fields = { username, email: `${username}@example.com`, full_name: "Trần Thu Hà", password: "mat-khau-1" };
    await api("POST /api/user/register", { json: fields });
    if (premium) {
      changeDatabase((database) =>
        database.prepare("UPDATE users SET subscription_type = 'premium' WHERE username = ?").run(username),
      );
    }
    return { ...fields, token: await logIn(username, fields.password) };
  }

  async function logIn(username: string, password: string): Promise<string> {
    const json = { username, password };
    return (await api<{ access_token: string }>("POST /api/user/login-json", { json })).access_token;
  }

  /** Adds a staff member as the administrator does, and logs in. */
  async function makeStaff({ is_supervisor = false } = {}): Promise<Account> {
    const username = uniqueName("nhan_vien");
    const fields = { username, email: `${username}@example.com`, full_name: "Lê Minh Anh", password: "mat-khau-1" };
    await api("POST /api/admin/staff", { token: await asAdmin(), json: { ...fields, is_supervisor } });
    const form = { username, password: fields.password };
    return { ...fields, token: (await api<{ access_token: string }>("POST /api/staff/login", { form })).access_token };
  }

  /** Orders the first package as a visitor. Returns the token of the order's page. */
  async function addOrder(): Promise<string> {
    const { packages } = await api<{ packages: PremiumPackage[] }>("GET /api/premium-packages");
    const customer = { user_name: "Nguyễn Thị Lan", user_phone: "0901 234 567", user_email: "lan@example.com" };
    const json = { package_id: packages[0]?.id, ...customer };
    return (await api<PayableOrder>("POST /api/premium-orders", { json })).page_token;
  }

  /** Changes the server's database file in one transaction. */
  function changeDatabase(change: (database: Database.Database) => void): void {
    const database = new Database(path.join(dataDir, "ngan-nga.db"), { fileMustExist: true });
    try {
      database.pragma("busy_timeout = 5000");
      database.transaction(() => change(database)).immediate();
    } finally {
      database.close();
    }
  }

  /** Deletes all rows but the administrator's and the sessions'. Files stay. */
  function empty(): void {
    changeDatabase((database) => {
      for (const { name } of tableKeys.toReversed()) {
        if (!["meta", "admins", "sessions"].includes(name)) database.exec(`DELETE FROM ${name}`);
      }
    });
  }

  /** Adds a category as the administrator does. */
  async function addCategory(fields: Partial<Category> & { name: string }): Promise<Category> {
    return api<Category>("POST /api/categories", { token: await asAdmin(), json: fields });
  }

  /** Uploads an MP3 of the demo. Returns a song's `audio_url`. */
  async function uploadAudio(file: string): Promise<string> {
    const multipart = new FormData();
    const bytes = readFileSync(path.resolve(import.meta.dirname, "../../demo/songs", file));
    multipart.set("audio_file", new Blob([bytes], { type: "audio/mpeg" }), file);
    const token = await asAdmin();
    const { file_url } = await api<{ file_url: string }>("POST /api/admin/upload-audio", { token, multipart });
    return file_url;
  }

  /** Uploads an image. Returns a song's `thumbnail_url` or a category's `icon_url`. */
  async function uploadImage(bytes: Buffer): Promise<string> {
    const multipart = new FormData();
    multipart.set("file", new Blob([new Uint8Array(bytes)]), "image");
    return (await api<{ url: string }>("POST /api/upload/file", { token: await asAdmin(), multipart })).url;
  }

  /** Adds a song as the administrator does. */
  async function addSong(fields: Partial<Song> & Pick<Song, "title" | "category_ids" | "audio_url">): Promise<Song> {
    return api<Song>("POST /api/songs", { token: await asAdmin(), json: { allow_same_file: true, ...fields } });
  }

  /** Returns a public song by its exact title. @throws Error without one */
  async function songNamed(title: string): Promise<Song> {
    const songs = await api<Song[]>(`GET /api/songs?limit=100&search=${encodeURIComponent(title)}`);
    const song = songs.find((each) => each.title === title);
    if (!song) throw new Error(`There is no song named "${title}".`);
    return song;
  }

  /** Returns a category by its name. @throws Error without one */
  async function categoryNamed(name: string): Promise<Category> {
    const category = (await api<Category[]>("GET /api/categories")).find((each) => each.name === name);
    if (!category) throw new Error(`There is no category named "${name}".`);
    return category;
  }

  return {
    origin,
    dataDir,
    api,
    asAdmin,
    logInAdmin,
    makeUser,
    makeStaff,
    addOrder,
    changeDatabase,
    empty,
    addCategory,
    uploadAudio,
    uploadImage,
    addSong,
    songNamed,
    categoryNamed,
  };
}

let nameCount = 0;

/** Returns a name that is unique in the test run. */
export function uniqueName(prefix: string): string {
  nameCount += 1;
  return `${prefix}_${process.pid}_${nameCount}`;
}
