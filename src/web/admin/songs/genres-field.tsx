import { errorMessage, useRead } from "../../resource/data/queries.ts";
import { TokensField } from "../../resource/form/tokens-field.tsx";
import { genreErrors } from "./genre-options.ts";

/** The genres of a song. Says why there are none to choose from. */
export function GenresField() {
  const { data, error } = useRead("GET /api/categories", {}, genreErrors);
  const genres = data?.data ?? [];
  const missing = error
    ? errorMessage(error)
    : data && genres.length === 0
      ? "Chưa có thể loại nào, bạn thêm thể loại trước nhé."
      : undefined;
  return <TokensField name="category_ids" label="Thể loại" required hint={missing} options={genres} />;
}
