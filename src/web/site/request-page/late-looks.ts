/** The styles of those parts that the server renders and whose code the page loads when it needs them: they are there at the first paint. */
import "../../player/audio-player.module.css";
import "../../player/slider.module.css";
import "../../player/wave.module.css";
import "../../ui/scripted-form.module.css";
import "../orders/bank-apps.module.css";
import "../orders/claim.module.css";
import "../orders/payment-code.module.css";
import "../orders/payment.module.css";
import "../orders/waiting.module.css";
import "./review.module.css";
import "./song.module.css";
