import { Download } from "lucide";
import { useState } from "react";
import { downloadFrom, saveFile } from "../../lib/save-file.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../controls/toast.tsx";
import { errorMessage } from "../data/queries.ts";

/** A file to save, or the URL from which the browser downloads it. */
type Exported = { fileName: string | undefined; content: Blob } | { url: string };

interface ExportProps {
  label: string;
  download: () => Promise<Exported>;
}

/** Saves the rows of a list as a file. */
export function ExportButton({ label, download }: ExportProps) {
  const [isBusy, setIsBusy] = useState(false);
  const toast = useToast();
  const run = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const file = await download();
      if ("url" in file) downloadFrom(file.url);
      else saveFile(file.content, file.fileName);
    } catch (error) {
      toast(errorMessage(error, "Không xuất được file, bạn thử lại nhé"), "danger");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <button type="button" className="btn btn--line btn--sm" aria-disabled={isBusy} onClick={() => void run()}>
      <Icon icon={Download} />
      {isBusy ? "Đang xuất..." : label}
    </button>
  );
}
