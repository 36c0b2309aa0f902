import { maxImageBytes } from "#contract/media.ts";
import { acceptedTypes } from "../../resource/form/image-field.tsx";

/** Width by height of a usual QR picture. */
const usualRatio = { min: 0.8, max: 1.2 };

/** Returns the error message of a file that is no usable QR picture. A picture far from a square is logged alone. */
export async function validateQrImage(file: File): Promise<string | undefined> {
  if (!file.type.startsWith("image/")) return "File phải là hình ảnh";
  if (file.size > maxImageBytes) return "File ảnh không được vượt quá 5MB";
  if (!acceptedTypes.includes(file.type)) return "Chỉ hỗ trợ file JPG, PNG hoặc WebP";
  try {
    const picture = await createImageBitmap(file);
    const ratio = picture.width / picture.height;
    picture.close();
    if (ratio < usualRatio.min || ratio > usualRatio.max) {
      console.warn(`The QR picture is no square: its width is ${ratio.toFixed(2)} of its height.`);
    }
    return undefined;
  } catch {
    return "File ảnh không hợp lệ";
  }
}
