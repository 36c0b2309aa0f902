import { referenceFileRules } from "#contract/rules.ts";

/** Extensions of audio and video whose type some systems do not know. */
const knownExtensions = /\.(?:mp3|wav|ogg|opus|m4a|aac|flac|wma|amr|mp4|m4v|mov|avi|mkv|webm|3gp)$/i;

/** Returns the error message of files that must not be sent together; undefined for one that may. */
export function refusalOf([chosen, ...others]: readonly File[]): string | undefined {
  if (others.length > 0) return "Chỉ gửi một file mỗi lần";
  return chosen && checkReferenceFile(chosen);
}

/** Returns the error message of a file that must not be sent; the server checks its content. */
function checkReferenceFile({ type, name, size }: File): string | undefined {
  const isRecording = /^(?:audio|video)\//.test(type) || (type === "" && knownExtensions.test(name));
  if (!isRecording) return referenceFileRules.wrongType;
  return size > referenceFileRules.maxBytes ? referenceFileRules.tooLarge : undefined;
}
