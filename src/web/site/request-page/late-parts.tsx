/** The parts of the page that the server renders and whose code comes when they are needed; their styles come with the page. */
import { lazyPart } from "../../lib/lazy-part.tsx";
import "../../player/audio-player.module.css";
import "../../player/slider.module.css";
import "../../player/wave.module.css";
import "../../ui/scripted-form.module.css";
import "../sales/payment/bank-apps.module.css";
import "../sales/payment/claim.module.css";
import "../sales/payment/payment-code.module.css";
import "../sales/payment/payment.module.css";
import "../sales/payment/waiting.module.css";
import "./review.module.css";
import "./song.module.css";

/** Loaded once there is a song. */
export const SongView = lazyPart(async () => (await import("./song-view.tsx")).SongView);
/** Loaded while there is something to pay. */
export const PaymentCard = lazyPart(async () => (await import("./payment-card.tsx")).PaymentCard);
