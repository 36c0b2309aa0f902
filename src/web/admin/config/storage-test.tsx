import type { StorageTest } from "#contract/storage.ts";
import type { Notice } from "../../resource/form/use-resource-form.ts";
import styles from "./config.module.css";

/** The notice of a test's result. */
export function testNotice(result: StorageTest): Notice {
  return { kind: result.success ? "success" : "danger", content: <TestResult result={result} /> };
}

/** The message of a test's result. */
export function testMessage({ success, message }: StorageTest): string {
  return message || (success ? "Kết nối Cloudflare R2 thành công!" : "Kết nối thất bại");
}

function TestResult({ result }: { result: StorageTest }) {
  return (
    <div className={styles.result}>
      <p>
        <b>{testMessage(result)}</b>
      </p>
      {result.error && <p>{result.error}</p>}
      {result.details && <p className={styles.resultDetails}>{result.details}</p>}
      {result.troubleshooting.length > 0 && (
        <div>
          <p>Bạn có thể thử:</p>
          <Hints hints={result.troubleshooting} />
        </div>
      )}
    </div>
  );
}

function Hints({ hints }: { hints: StorageTest["troubleshooting"] }) {
  if (typeof hints === "string") return <p className={styles.resultText}>{hints}</p>;
  return (
    <ul>
      {hints.map((hint) => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
  );
}
