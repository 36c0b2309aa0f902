import sharp from "sharp";

/** The pixels of a picture, which is the same in another spelling. */
export const pixelsOf = (picture: Buffer): Promise<Buffer> => sharp(picture).ensureAlpha().raw().toBuffer();
