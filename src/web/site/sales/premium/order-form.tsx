import { ChevronDown, Info } from "lucide";
import { type ComponentProps, useEffect, useId, useState } from "react";
import { ApiError, isApiError } from "#contract/errors.ts";
import type { PayableOrder } from "#contract/orders.ts";
import { firstError, orderRules } from "#contract/rules.ts";
import { call, NoResponseError, noResponseMessage } from "../../../lib/api.ts";
import { useIdempotencyKey } from "../../../lib/idempotency-key.ts";
import { priceLabel } from "../../../lib/package-text.ts";
import { fetchCurrentUser, useUserAuth } from "../../../lib/session.tsx";
import { readStored } from "../../../lib/storage.ts";
import { type Errors, type Values as Texts, usePublicForm } from "../../../lib/use-public-form.ts";
import { durationBesideName, type OfferedPackage } from "../../../price-look/offer.ts";
import { ErrorNote } from "../../../ui/call-error.tsx";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { packagePath, routes } from "../../routes.ts";
import { returnTo } from "../../sign-in/return-path.ts";
import { useFormDraft } from "../../use-form-draft.ts";
import { storedWantedSong } from "../../wanted-song.ts";
import { checkInvoice, InvoiceFields, type InvoiceValues, invoiceNames } from "../order/invoice-fields.tsx";
import { emptyValues, type Name, names, type Values } from "../order/order-values.ts";
import { storeOrder } from "../own/stored-orders.ts";
import { checkGift, GiftFields, isGift } from "./gift-fields.tsx";
import { errorAtFields, failedMessage, isOutdated, notOnSale } from "./order-errors.ts";
import styles from "./order-form.module.css";
import { OtherPackages } from "./other-packages.tsx";

interface OrderField extends Pick<ComponentProps<typeof Field>, "label" | "type" | "autoComplete" | "maxLength"> {
  name: Name;
}

const requiredFields: (OrderField & { name: keyof typeof orderRules })[] = [
  { name: "user_name", label: "Họ và tên", autoComplete: "name" },
  { name: "user_phone", label: "Số điện thoại", type: "tel", autoComplete: "tel" },
  { name: "user_email", label: "Email", type: "email", autoComplete: "email" },
];
const optionalFields: OrderField[] = [
  { name: "user_address", label: "Địa chỉ", autoComplete: "street-address", maxLength: 500 },
  { name: "user_telegram", label: "Telegram", maxLength: 200 },
  { name: "user_facebook", label: "Facebook", maxLength: 500 },
  { name: "user_zalo", label: "Zalo", maxLength: 200 },
];

const invoiceKeys = invoiceNames.map((name) => `invoice.${name}` as const);
const hasInvoice = (values: Values) => invoiceKeys.some((key) => values[key].trim() !== "");

const checkField = (name: keyof typeof orderRules, values: Values) => firstError(values[name].trim(), orderRules[name]);

const endedMessage =
  "Phiên đăng nhập của bạn đã kết thúc, nên đơn hàng chưa được tạo. Bạn đăng nhập lại để Premium vào đúng tài khoản; những gì đã điền vẫn còn đây.";

interface OrderFormProps {
  /** Undefined for a package that is not on sale: another one is chosen first. */
  offer: OfferedPackage | undefined;
  packages: readonly OfferedPackage[];
  /** Another package was chosen. */
  onChange(packageId: number): void;
  /** Loads what follows an order. Resolves to whether it is there: no order is sent before. */
  prepare(): Promise<boolean>;
  onOrdered(order: PayableOrder): void;
  /** Whether it is to be a gift. */
  onGift(isGift: boolean): void;
  /** The package is no longer on sale, or at another price. */
  onOutdated(): void;
  onClose(): void;
}

/** The customer's form: creates one order, however often it is sent with the same content. */
export function OrderForm({
  offer,
  packages,
  onChange,
  prepare,
  onOrdered,
  onGift,
  onOutdated,
  onClose,
}: OrderFormProps) {
  const { values, setValue, clear } = useValues();
  const isForOther = isGift(values) && offer?.price !== 0;
  useEffect(() => onGift(isForOther), [onGift, isForOther]);
  const { forget } = useUserAuth();
  const [isOrdered, setOrdered] = useState(false);
  const idempotency = useIdempotencyKey("order");
  const id = useId();
  const form = usePublicForm({
    check(texts) {
      const typed = { ...emptyValues, ...texts };
      return {
        ...Object.fromEntries(requiredFields.map(({ name }) => [name, checkField(name, typed)])),
        ...checkGift(typed),
        ...(hasInvoice(typed) ? checkInvoice(typed) : {}),
      };
    },
    isChecked: (name, changed, errors) => name === changed && (name in orderRules || errors[name] !== undefined),
    send: (texts) => order(texts),
    fallback: failedMessage,
  });
  const { errors, refusal } = form;
  const isBusy = form.isBusy || isOrdered;

  async function order(texts: Texts): Promise<void> {
    if (!offer) throw new ApiError("invalid", notOnSale);
    const typed = { ...emptyValues, ...texts };
    const body = { ...bodyOf(trimmed(typed)), package_id: offer.id, payment_amount: offer.price };
    if (!(await prepare())) throw new NoResponseError("unavailable", noResponseMessage);
    if (await hasSessionEnded()) {
      forget();
      throw new ApiError("unauthenticated", endedMessage);
    }
    try {
      const options = { body, as: "user", idempotencyKey: idempotency.keyFor(body), fallback: failedMessage } as const;
      const { data } = await call("POST /api/premium-orders", options);
      setOrdered(true);
      idempotency.forget();
      clear();
      storeOrder(data, storedWantedSong());
      onOrdered(data);
    } catch (error) {
      if (isOutdated(error)) onOutdated();
      throw errorAtFields(error);
    }
  }

  const fieldOf = ({ name, ...input }: OrderField, required: boolean) => (
    <Field
      key={name}
      {...input}
      name={name}
      required={required}
      value={values[name]}
      error={errors[name]}
      onChange={({ target }) => setValue(name, target.value)}
    />
  );

  return (
    <form {...form.attributes} noValidate>
      <div className={`modal__body ${styles.orderForm}`}>
        {(offer || refusal.message !== notOnSale) && <ErrorNote {...refusal} />}
        {offer ? (
          <p className={styles.offer}>
            <span>
              <b>{offer.name}</b>
              <span className="muted">{durationBesideName(offer)}</span>
            </span>
            <b className={styles.price}>{priceLabel(offer.price)}</b>
          </p>
        ) : (
          <OtherPackages
            packages={packages}
            onChoose={(id) => {
              form.reset(errors);
              onChange(id);
            }}
          />
        )}
        {offer?.price !== 0 && <GiftFields values={values} errors={errors} onChange={setValue} />}
        {!isForOther && <LoginPrompt packageId={offer?.id} />}
        <div className={styles.fields}>{requiredFields.map((field) => fieldOf(field, true))}</div>
        <fieldset>
          <legend>Không bắt buộc</legend>
          <div className={styles.fields}>
            {optionalFields.map((field) => fieldOf(field, false))}
            <div className={`field ${styles.note}`}>
              <label htmlFor={`${id}note`}>Ghi chú</label>
              <textarea
                className="input"
                id={`${id}note`}
                name="payment_note"
                rows={3}
                maxLength={1000}
                value={values.payment_note}
                onChange={({ target }) => setValue("payment_note", target.value)}
              />
            </div>
          </div>
        </fieldset>
        {offer?.price !== 0 && <Invoice values={values} errors={errors} onChange={setValue} />}
      </div>
      <div className="modal__foot">
        <button type="button" className="btn" onClick={onClose}>
          Để sau
        </button>
        <button type="submit" className="btn btn--primary" disabled={isBusy}>
          {isBusy ? "Đang tạo đơn hàng..." : "Đặt mua"}
        </button>
      </div>
    </form>
  );
}

const trimmed = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])) as Values;

/** Returns the fields as they are sent, with the gift when it is one, and with the invoice when any of it is filled in. */
function bodyOf(texts: Values) {
  const { "invoice.company": company, "invoice.tax_code": tax_code, "invoice.address": address, ...others } = texts;
  const { "invoice.email": email, "gift.on": _on, "gift.recipient_name": recipient_name, ...more } = others;
  const { "gift.giver_name": giver_name, "gift.message": message, "gift.opens_on": opens_on, ...fields } = more;
  const gift = { recipient_name, giver_name, message, opens_on: opens_on || null };
  return {
    ...fields,
    ...(isGift(texts) ? { gift } : {}),
    ...(hasInvoice(texts) ? { invoice: { company, tax_code, address, email } } : {}),
  };
}

interface InvoiceProps {
  values: Values;
  errors: Errors;
  onChange(name: Name, value: string): void;
}

/** What a VAT invoice needs, folded until somebody needs one. */
function Invoice({ values, errors, onChange }: InvoiceProps) {
  const [isOpen, setOpen] = useState(hasInvoice(values));
  const invoice = Object.fromEntries(invoiceNames.map((name) => [name, values[`invoice.${name}`]])) as InvoiceValues;
  const hasError = invoiceKeys.some((key) => errors[key] !== undefined);
  return (
    <details
      className={styles.invoice}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>Tôi cần hóa đơn công ty</span>
        <Icon icon={ChevronDown} />
      </summary>
      <div className={styles.fields}>
        <InvoiceFields
          values={invoice}
          errors={errors}
          onChange={(name, value) => onChange(`invoice.${name}`, value)}
        />
      </div>
    </details>
  );
}

/** Returns the form's values: what was typed, else name and e-mail of the account once it is known. */
function useValues() {
  const { user } = useUserAuth();
  const { draft, setDraft, clear } = useFormDraft("orderDraft", names);
  const known = user ? { user_name: user.full_name || user.username, user_email: user.email } : {};
  const values: Values = { ...emptyValues, ...known, ...draft.typed };
  const setValue = (name: Name, value: string) => setDraft(({ typed }) => ({ typed: { ...typed, [name]: value } }));
  return { values, setValue, clear };
}

/**
 * Returns whether the server has ended the session of this browser. It would take the order of such a session for one of nobody.
 * @throws NoResponseError
 */
async function hasSessionEnded(): Promise<boolean> {
  if (!readStored("userToken")) return false;
  try {
    await fetchCurrentUser();
    return false;
  } catch (error) {
    if (error instanceof NoResponseError) throw error;
    return isApiError(error) && (error.code === "unauthenticated" || error.code === "forbidden");
  }
}

function LoginPrompt({ packageId }: { packageId: number | undefined }) {
  const { isAuthenticated, isLoading } = useUserAuth();
  if (isAuthenticated || isLoading) return null;
  const state = returnTo(packageId === undefined ? routes.premium.path : packagePath(packageId));
  return (
    <p className={`note note--info ${styles.login}`}>
      <Icon icon={Info} />
      <span>
        <Link to={routes.login.path} state={state}>
          Đăng nhập
        </Link>{" "}
        hoặc{" "}
        <Link to={routes.register.path} state={state}>
          đăng ký
        </Link>{" "}
        để Premium được cộng thẳng vào tài khoản của bạn. Chưa có tài khoản, bạn tạo ở bước sau, chỉ cần một mật khẩu.
      </span>
    </p>
  );
}
