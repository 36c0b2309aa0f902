import { referenceFileRules } from "#contract/rules.ts";

/** Extensions of audio and video whose type some systems do not know. */
const knownExtensions = /\.(?:mp3|wav|ogg|opus|m4a|aac|flac|wma|amr|mp4|m4v|mov|avi|mkv|webm|3gp)$/i;

/** Returns the error message of a file that must not be sent; the server checks its content. */
export function checkReferenceFile({ type, name, size }: File): string | undefined {
  const isRecording = /^(?:audio|video)\//.test(type) || (type === "" && knownExtensions.test(name));
  if (!isRecording) return referenceFileRules.wrongType;
  return size > referenceFileRules.maxBytes ? referenceFileRules.tooLarge : undefined;
}
