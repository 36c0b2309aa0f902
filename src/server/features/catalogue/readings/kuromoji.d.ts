/** The part of kuromoji that is used; the package has no types. */
declare module "kuromoji" {
  export interface IpadicToken {
    surface_form: string;
    /** 名詞, 動詞, 助詞, 助動詞, 接頭詞, 記号 and others; `*` where it has no finer one. */
    pos: string;
    pos_detail_1: string;
    conjugated_type: string;
    /** In katakana, as it is written; missing for words that the dictionary lacks. */
    reading?: string;
    /** In katakana, as it is spoken: トーキョー. */
    pronunciation?: string;
  }
  export interface Tokenizer {
    tokenize(text: string): IpadicToken[];
  }
  const kuromoji: {
    builder(options: { dicPath: string }): { build(done: (error: Error | null, tokenizer: Tokenizer) => void): void };
  };
  export default kuromoji;
}
