import { Pencil, Send, Trash2 } from "lucide";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { isQuietOccasion } from "#contract/occasions.ts";
import type { RequestReview } from "#contract/request-reviews.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { call } from "../../lib/api.ts";
import { lengthError } from "../../lib/length-error.ts";
import { focusFirstWrong } from "../../lib/use-public-form.ts";
import { CallError } from "../../ui/call-error.tsx";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Modal } from "../../ui/modal.tsx";
import { ScriptedForm } from "../../ui/scripted-form.tsx";
import { Stars } from "../../ui/stars.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { routes } from "../routes.ts";
import styles from "./own-review.module.css";
import { StarField } from "./star-field.tsx";
import { type RequestCallHandlers, useRequestCall } from "./use-request-call.ts";
import { forgetReviewDraft, type GivenReview, useReviewDraft } from "./use-review-draft.ts";

interface OwnReviewProps extends RequestCallHandlers {
  request: CustomerRequest;
}

/** The customer's review of the accepted song: the form, or the review with the ways to change it. */
export function OwnReview({ request, ...handlers }: OwnReviewProps) {
  const { page_token: token, review } = request;
  const [isEditing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { isBusy, error, run } = useRequestCall(handlers);
  const save = async (body: GivenReview) => {
    const isSaved = await run(async () => {
      const { data } = await call("PUT /api/requests/{token}/review", { params: { token }, body });
      return { data: { ...request, review: data } };
    });
    if (!isSaved) return;
    forgetReviewDraft(request.id);
    close();
  };
  const remove = async () => {
    const isRemoved = await run(async () => {
      await call("DELETE /api/requests/{token}/review", { params: { token } });
      return { data: { ...request, review: null } };
    });
    if (isRemoved) close();
  };
  /** The pressed button goes. */
  const close = () => {
    setEditing(false);
    heading.current?.focus();
  };
  return (
    <section className={`card ${styles.review}`} aria-labelledby="request-review">
      <h2 id="request-review" tabIndex={-1} ref={heading}>
        {review && !isEditing ? "Bạn đã đánh giá" : "Đánh giá bài hát"}
      </h2>
      <CallError message={error} />
      {review && !isEditing ? (
        <Said
          review={review}
          isBusy={isBusy}
          onEdit={() => setEditing(true)}
          onHide={() => void save({ ...review, is_public: false, is_story_quoted: false })}
          onRemove={() => void remove()}
        />
      ) : (
        <ReviewForm request={request} isBusy={isBusy} onSave={(given) => void save(given)} onCancel={review && close} />
      )}
    </section>
  );
}

interface SaidProps {
  review: RequestReview;
  isBusy: boolean;
  onEdit(): void;
  /** Withdraws the consent. */
  onHide(): void;
  onRemove(): void;
}

function Said({ review, isBusy, onEdit, onHide, onRemove }: SaidProps) {
  const { stars, text, is_public } = review;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Stars count={stars} />
      {text && <blockquote className={styles.text}>{text}</blockquote>}
      <p className="muted">
        <Whereabouts review={review} />
      </p>
      <div className={styles.actions}>
        <button type="button" className="btn btn--line" disabled={isBusy} onClick={onEdit}>
          <Icon icon={Pencil} />
          Sửa đánh giá
        </button>
        {is_public && (
          <button type="button" className="btn btn--line" disabled={isBusy} onClick={onHide}>
            Thôi cho hiện
          </button>
        )}
        <button type="button" className="btn" disabled={isBusy} onClick={() => setAsking(true)}>
          <Icon icon={Trash2} />
          Xóa
        </button>
      </div>
      <Modal
        open={isAsking}
        title="Xóa đánh giá của bạn?"
        width={27}
        onClose={() => setAsking(false)}
        foot={
          <>
            <button type="button" className="btn" onClick={() => setAsking(false)}>
              Giữ lại
            </button>
            <button
              type="button"
              className="btn btn--danger"
              onClick={() => {
                setAsking(false);
                onRemove();
              }}
            >
              Xóa đánh giá
            </button>
          </>
        }
      >
        <p>
          Số sao và lời của bạn được xóa hẳn{is_public && <span>, không còn hiện ở đâu nữa</span>}
          <span>.</span>
        </p>
      </Modal>
    </>
  );
}

/** The readers of a review. */
function Whereabouts({ review: { state, name, is_story_quoted } }: { review: RequestReview }) {
  const requestPage = <Link to={routes.request.path}>Đặt bài hát riêng</Link>;
  switch (state) {
    case "private":
      return <span>Chỉ chúng tôi đọc.</span>;
    case "waiting":
      return (
        <span>
          Bạn cho phép hiện ở trang {requestPage} dưới tên <b>{name}</b>. Chúng tôi đọc qua rồi mới cho hiện.
        </span>
      );
    case "shown":
      return (
        <span>
          Đang hiện ở trang {requestPage} dưới tên <b>{name}</b>
          {is_story_quoted && <span>, bạn cho phép trích cả đoạn đầu lời kể</span>}
          <span>.</span>
        </span>
      );
    case "hidden":
      return <span>Chúng tôi đã đọc, và không cho hiện ở trang {requestPage}.</span>;
  }
}

interface ReviewFormProps {
  request: CustomerRequest;
  isBusy: boolean;
  onSave(given: GivenReview): void;
  /** Null for a first review. */
  onCancel: (() => void) | null;
}

const most = { text: 1000, name: 60 };

function ReviewForm({ request: { id, review, occasion }, isBusy, onSave, onCancel }: ReviewFormProps) {
  const { given, change } = useReviewDraft(id, review);
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { stars, text, name, is_public, is_story_quoted } = given;
  const errors = isChecked ? errorsOf(given) : {};
  const isFirst = review === null;
  // The pressed button "Sửa đánh giá" is gone.
  useEffect(() => {
    if (!isFirst) form.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
  }, [isFirst]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setChecked(true);
    if (focusFirstWrong(event.currentTarget, errorsOf(given))) return;
    onSave({ ...given, is_story_quoted: is_public && is_story_quoted });
  };
  return (
    <ScriptedForm ref={form} className={styles.form} aria-labelledby="request-review" onSubmit={submit}>
      <StarField value={stars} error={errors.stars} onChange={(chosen) => change({ stars: chosen })} />
      <TextArea
        name="text"
        label="Lời của bạn"
        hint={isQuietOccasion(occasion) ? "Không bắt buộc." : "Không bắt buộc. Ví dụ: người nhận nói gì khi nghe."}
        rows={3}
        value={text ?? ""}
        error={errors.text}
        onText={(typed) => change({ text: typed })}
      />
      <div className={styles.consents}>
        <Consent
          label="Cho phép hiện đánh giá này ở trang Đặt bài hát riêng"
          hint="Cùng dịp của bài hát và tháng. Bạn đổi ý lúc nào cũng được, chúng tôi gỡ ngay."
          isGiven={is_public}
          onChange={(isGiven) => change({ is_public: isGiven })}
        />
        {is_public && (
          <>
            <Field
              name="name"
              label="Tên hiện cùng đánh giá *"
              hint="Tên ở nhà hay vài chữ cái đầu cũng được."
              autoComplete="nickname"
              required
              value={name ?? ""}
              error={errors.name}
              onChange={({ target }) => change({ name: target.value })}
            />
            <Consent
              label="Cho phép trích đoạn đầu lời kể của tôi bên bài hát"
              hint="Chừng hai dòng, khi bài hát có trong thư viện và được chọn cho khách mới nghe thử."
              isGiven={is_story_quoted}
              onChange={(isGiven) => change({ is_story_quoted: isGiven })}
            />
          </>
        )}
      </div>
      <div className={styles.actions}>
        <button type="submit" className="btn btn--line" disabled={isBusy}>
          <Icon icon={Send} />
          <span>{isBusy ? "Đang gửi..." : review ? "Lưu đánh giá" : "Gửi đánh giá"}</span>
        </button>
        {onCancel && (
          <button type="button" className="btn" onClick={onCancel}>
            Thôi, không sửa
          </button>
        )}
      </div>
    </ScriptedForm>
  );
}

interface ConsentProps {
  label: string;
  hint: string;
  isGiven: boolean;
  onChange(isGiven: boolean): void;
}

function Consent({ label, hint, isGiven, onChange }: ConsentProps) {
  return (
    <div>
      <label className={styles.consent}>
        <input type="checkbox" checked={isGiven} onChange={({ target }) => onChange(target.checked)} />
        <span>{label}</span>
      </label>
      <p className="hint">{hint}</p>
    </div>
  );
}

/** Returns the messages of wrong fields, in the order of the form. */
function errorsOf({ stars, text, name, is_public }: GivenReview): Partial<Record<"stars" | "text" | "name", string>> {
  const longText = lengthError(text ?? "", most.text);
  const longName = lengthError(name ?? "", most.name);
  return {
    ...(stars === 0 && { stars: "Vui lòng chọn từ 1 đến 5 sao" }),
    ...(longText !== undefined && { text: longText }),
    ...(is_public && !name?.trim() && { name: "Vui lòng nhập tên bạn muốn hiện" }),
    ...(is_public && longName !== undefined && { name: longName }),
  };
}
