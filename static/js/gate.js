/** The pages before the log-in have a theme switch and nothing else that moves. */
import { followTheme } from "./theme.js";

followTheme(document);
