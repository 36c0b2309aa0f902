/** The demo catalogue's data, as it lies in demo/catalogue.json. */
import { readFileSync, writeFileSync } from "node:fs";

export type CatalogueCategory = {
  slug: string;
  name: string;
  description: string;
  category_type: "entertainment" | "educational";
  is_featured: boolean;
};

export type CatalogueSong = {
  slug: string;
  /** Path of the MP3 file below demo/. */
  file: string;
  title: string;
  artist: string | null;
  description: string;
  lyrics: string;
  categories: string[];
  is_featured: boolean;
  is_premium: boolean;
  /** The occasion as which it can be heard before asking for a song. */
  example?: string;
  /** Whole seconds, written by the renderer. */
  duration: number;
};

export type Catalogue = { categories: CatalogueCategory[]; songs: CatalogueSong[] };

const FILE = new URL("../catalogue.json", import.meta.url);

/** Reads the catalogue. */
export function readCatalogue(): Catalogue {
  return JSON.parse(readFileSync(FILE, "utf8")) as Catalogue;
}

/** Writes the catalogue, two spaces deep. */
export function writeCatalogue(catalogue: Catalogue): void {
  writeFileSync(FILE, `${JSON.stringify(catalogue, null, 2)}\n`);
}
