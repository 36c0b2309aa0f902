import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { PlugZap } from "lucide";
import { useState } from "react";
import type { z } from "zod";
import { isApiError } from "#contract/errors.ts";
import {
  maskedSecret,
  type StorageConfig,
  StorageConfigBody,
  type StorageTest,
  storageFieldsMissing,
} from "#contract/storage.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { groupedNumber } from "../../lib/format.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { useChange } from "../../resource/data/queries.ts";
import { SecretField, TextField } from "../../resource/form/fields.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import type { Changed, ResourceFormState } from "../../resource/form/use-resource-form.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./config.module.css";
import { testMessage, testNotice } from "./storage-test.tsx";
import { missingToken } from "./token.ts";

type Fields = z.input<typeof StorageConfigBody>;

const unreachable = "Có lỗi xảy ra khi kết nối đến server";
const requiredForTest = ["account_id", "access_key_id", "secret_access_key", "bucket_name"] as const;

export function StorageForm({ storage }: { storage: StorageConfig }) {
  const confirm = useConfirm();
  const [isTesting, setIsTesting] = useState(false);
  const { lastTest, test } = useStorageTest();
  const save = useChange("PUT /api/admin/config/cloudflare-r2", {
    refreshes: ["/api/admin/config/cloudflare-r2", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi cập nhật cấu hình R2",
    unreachable,
  });

  async function submit(body: StorageConfigBody, { version }: Changed<StorageConfigBody>) {
    // The server refuses incomplete settings; empty ones turn object storage off.
    if (requiredForTest.every((name) => body[name] !== "")) {
      const result = await test(body).catch(failedTest);
      const isAccepted =
        result.success ||
        (await confirm({
          title: "Lưu dù không kết nối được?",
          text: <SaveQuestion result={result} />,
          action: "Vẫn lưu",
          cancel: "Ở lại",
        }));
      if (!isAccepted) return { notice: testNotice(result) };
    }
    // An empty field means something, so all are sent.
    const { data } = await save.mutateAsync({ body: { ...body, version } });
    return { saved: fieldsOf(data), version: data.version };
  }

  async function startTest({ form, send, setNotice }: ResourceFormState<Fields, StorageConfigBody>) {
    const values = form.getValues();
    const missing = requiredForTest.find((name) => !values[name]?.trim());
    if (missing) {
      setNotice({ kind: "danger", content: storageFieldsMissing });
      return form.setFocus(missing);
    }
    setIsTesting(true);
    await send(async (body) => testNotice(await test(body)));
    setIsTesting(false);
  }

  return (
    <>
      <StorageStatus status={storage.status} lastTest={lastTest} />
      <PageForm
        name="storage"
        schema={StorageConfigBody}
        values={fieldsOf(storage)}
        version={storage.version}
        valuesOf={(record) => fieldsOf(record as StorageConfig)}
        validate={missingToken}
        submit={submit}
        success="Cấu hình Cloudflare R2 đã được cập nhật thành công!"
        action="Lưu cấu hình R2"
        renderButtons={(state) => (
          <button
            type="button"
            className="btn btn--line"
            aria-disabled={state.isBusy}
            onClick={() => !state.isBusy && void startTest(state)}
          >
            <Icon icon={PlugZap} />
            {isTesting ? "Đang kiểm tra..." : "Kiểm tra kết nối"}
          </button>
        )}
      >
        <div className={styles.formPair}>
          <SecretField name="account_id" label="Account ID" />
          <SecretField name="access_key_id" label="Access Key ID" />
          <SecretField
            name="secret_access_key"
            label="Secret Access Key"
            hint={
              storage.secret_access_key === maskedSecret
                ? "Khóa đang lưu không hiện ra; để nguyên thì giữ khóa ấy."
                : undefined
            }
          />
          <TextField name="bucket_name" label="Bucket Name" />
          <TextField
            name="private_bucket_name"
            label="Bucket riêng tư (không bắt buộc)"
            hint="Giữ nhạc Premium khi bucket chính công khai."
          />
          <TextField
            name="public_url"
            label="Public URL (không bắt buộc)"
            type="url"
            placeholder="https://nhac.example.com"
            hint="Nơi ai cũng đọc được bucket chính."
          />
          <TextField name="region" label="Region" hint="Với Cloudflare R2 là auto." />
          <TextField
            name="endpoint_url"
            label="Endpoint URL"
            type="url"
            placeholder="https://ACCOUNT_ID.r2.cloudflarestorage.com"
            hint="Để trống thì suy ra từ Account ID. Dịch vụ khác (MinIO, Ceph, Amazon S3) không có Account ID: ghi tên dịch vụ vào đó."
          />
        </div>
        <p className="hint">Để trống tất cả rồi lưu thì kho lưu trữ tắt, file nằm trên đĩa của máy chủ.</p>
      </PageForm>
    </>
  );
}

interface LastTest extends Pick<StorageTest, "success" | "error"> {
  message: string;
  /** ISO time. */
  time: string;
}

const lastTestKey = ["last storage test"];

/** Tests a connection. The last result stays until the back office is left or loaded again. */
function useStorageTest() {
  const client = useQueryClient();
  const { data: lastTest } = useQuery<LastTest>({ queryKey: lastTestKey, queryFn: skipToken, gcTime: Infinity });
  const run = useChange("POST /api/admin/config/cloudflare-r2/test-connection", {
    refreshes: [],
    fallback: "Có lỗi xảy ra khi test kết nối R2",
    unreachable,
  });
  async function test(body: StorageConfigBody): Promise<StorageTest> {
    const { data } = await run.mutateAsync({ body });
    const { success, error } = data;
    const time = new Date().toISOString();
    client.setQueryData<LastTest>(lastTestKey, { success, message: testMessage(data), error, time });
    return data;
  }
  return { lastTest, test };
}

/** The result of a test that could not be made. @throws errors of the session and of fields */
function failedTest(error: unknown): StorageTest {
  if (!isApiError(error) || error.status === 401 || error.errors?.length) throw error;
  return { success: false, message: "Kết nối thất bại", error: error.message, details: null, troubleshooting: [] };
}

function SaveQuestion({ result: { message, error } }: { result: StorageTest }) {
  return (
    <>
      <p>{error ?? message}</p>
      <p>File mới có thể không lên được kho cho đến khi kết nối lại được.</p>
    </>
  );
}

function fieldsOf(storage: StorageConfig): Fields {
  const { account_id, access_key_id, secret_access_key, bucket_name } = storage;
  const { private_bucket_name, endpoint_url, public_url, region } = storage;
  return {
    account_id,
    access_key_id,
    secret_access_key,
    bucket_name,
    private_bucket_name,
    endpoint_url,
    public_url,
    region,
  };
}

interface StatusProps {
  status: StorageConfig["status"];
  lastTest: LastTest | undefined;
}

function StorageStatus({ status: { state, stored_files, stuck_files, problem }, lastTest }: StatusProps) {
  const lastTestLine = lastTest && (
    <p>
      Kiểm tra gần nhất, lúc {shortDateTime(lastTest.time)}: {lastTest.error ?? lastTest.message}
    </p>
  );
  if (problem || stuck_files > 0) {
    return (
      <Banner kind="danger">
        <div>
          {problem && <p>{problem}</p>}
          {stuck_files > 0 && (
            <p>{groupedNumber(stuck_files)} file chưa chuyển được đến chỗ của mình và sẽ được thử lại.</p>
          )}
          {lastTestLine}
        </div>
      </Banner>
    );
  }
  return (
    <Banner kind={lastTest?.success === false ? "warning" : "info"}>
      <div>
        <p>
          {state === "ready"
            ? `Kho lưu trữ đang bật, giữ ${groupedNumber(stored_files)} file.`
            : "Kho lưu trữ đang tắt: file nằm trên đĩa của máy chủ."}
        </p>
        {lastTestLine}
      </div>
    </Banner>
  );
}
